"""What the signs say: three short lines each, quick to read even in the guest. No line comes twice on any sign."""

SIGNS = [sign.splitlines() for sign in """\
Platform seven
Train to Ashford
leaves at 10:42

Garden centre
Roses and tulips
half price today

Swimming pool
Lockers need coins
Closed on Monday

Town museum
Coins of silver
Room twelve

Bicycle repair
Ring for service
Back by 14:30

Fresh bread
Rye and barley
sold until noon

Boat rental
Paddles included
Return before dusk

Lost property
Ask the guard
Window four

Science fair
Posters upstairs
Prizes at 16:15

Music school
Violin and piano
Please be quiet

Camp ground
Quiet after ten
Fires forbidden

Post office
Parcels to the left
Stamps ahead

Ferry terminal
Cars use lane six
Foot traffic right

Book market
Novels and maps
Cash welcome

Dental clinic
Third floor
Lift behind you

Apple harvest
Pickers wanted
Boots provided

Night bus
Every forty minutes
Exact fare only

Chess club
Beginners welcome
Tea is free

Paint factory
Helmets required
Visitors report here

Mountain hut
Soup and shelter
Water from spring

City archive
Pencils only
Gloves at the desk

Cinema Orion
Main hall sold out
Next show 20:45

Horse stables
Do not feed them
Keep the gate shut

Radio studio
Red lamp means live
Enter softly
""".split("\n\n")]


def name(number):
    """The stem of the sign's picture; a camera that holds the folder shows it after `goto NUMBER`."""
    return "sign-%02d" % number

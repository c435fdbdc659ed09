"""What the printed pages say. Every line is invented, and no line comes twice on any page."""

# For 1280x720 and 1920x1080: twenty lines each. For 640x480: nine shorter ones.
PAGES = {
    "1-letter": dict(font="DejaVuSans.ttf", large="""\
The Harbour Library of Westmere
Reading room, second floor, open from nine until six
Dear member, thank you for returning the atlas so quickly.
The binding has been repaired and the maps are complete again.
Our next meeting takes place on Thursday, 14 March, at 19:30.
Please bring your card and one book you would like to share.
Coffee and cake are served after the lecture in the garden.
Professor Amara Lind will speak about lighthouses and fog.
She has visited more than forty towers along the northern coast.
Some of them were built before anyone could measure a degree.
Children under twelve may attend when a parent joins them.
Seats are limited, therefore we ask you to register early.
Write to the front desk or call 0555 287 436 before Monday.
The lift is out of order until the end of the month.
Visitors who need help with the stairs can ring the blue bell.
Found objects are kept behind the counter for three weeks.
We currently hold two umbrellas, a green scarf and a watch.
Membership costs 36 pounds a year and includes every lecture.
With kind regards and many thanks for your patience,
Margaret Fenwick, head of the reading room
""", small="""\
Harbour Library of Westmere
Open from nine until six
Thank you for the atlas.
Next meeting on Thursday
14 March at 19:30 sharp
Coffee in the garden after
Seats are limited this time
Call 0555 287 436 early
Margaret Fenwick, librarian
"""),
    "2-order": dict(font="DejaVuSerif.ttf", large="""\
Northgate Garden Supplies
Delivery note number 70425, printed on 8 April
Two bags of potting soil, forty litres each
Six clay pots with saucers, medium size, terracotta
One watering can made of zinc, nine litres
Three packets of sunflower seeds, tall variety
Twelve bamboo canes, each one metre and a half
One roll of green twine, two hundred metres
Four pairs of leather gloves, size eight
One folding saw with a curved blade and a spare
The wheelbarrow follows in a second delivery next week.
Please check the goods in the presence of the driver.
Broken pots are replaced when you report them within five days.
Keep the seeds dry and plant them after the last frost.
Payment is due within thirty days of receipt.
Total amount including delivery: 184.60 euros
Returns are accepted in the original packaging only.
Our workshop sharpens shears and saws every Friday.
Questions? Ring us on weekdays between eight and five.
Signed for the warehouse: Tobias Marchetti
""", small="""\
Northgate Garden Supplies
Delivery note number 70425
Two bags of potting soil
Six clay pots with saucers
One watering can made of zinc
Twelve bamboo canes, green
Four pairs of leather gloves
Total amount: 184.60 euros
Payment within thirty days
"""),
    "3-notice": dict(font="DejaVuSans.ttf", large="""\
Mountain Railway Safety Notice
Trains run every twenty minutes between May and October.
Please stand behind the yellow line until the doors open.
Dogs travel free of charge but must be kept on a lead.
Bicycles may be carried in the last coach, four at a time.
The journey to the summit takes about thirty-five minutes.
There is snow above 1900 metres even in early summer.
Warm clothing and sturdy shoes are strongly recommended.
The last train down leaves the summit station at 17:45.
Anyone who misses it must walk, which takes three hours.
In case of thunder the line is closed without warning.
Drinking water is available at the middle station only.
Do not pick flowers: every plant here is protected by law.
Marmots bite when fed, so admire them from a distance.
The viewing platform holds no more than sixty people.
Telescopes accept coins of fifty cents and one franc.
Lost property is handed over at the valley ticket office.
Group bookings for schools need at least ten days of notice.
Emergency telephone on the platform: dial 144 and wait.
Have a pleasant journey and enjoy the view!
""", small="""\
Mountain Railway Notice
Trains every twenty minutes
Stand behind the yellow line
Dogs must be kept on a lead
Snow above 1900 metres
Last train down at 17:45
Walking takes three hours
Do not pick the flowers
Enjoy the view today!
"""),
}


def lines(page, size):
    """The lines of a page as they are printed for this picture size."""
    return PAGES[page]["small" if size == (640, 480) else "large"].splitlines()

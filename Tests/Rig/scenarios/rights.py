"""Recovery of rights: what a user without permission is told, and how soon a permission is noticed."""
import os
import subprocess
from disturbed import Disturbed, case, check_says, plugged
from program import expect
from rig import NOBODY, NODE, await_, unplug

IN_VIDEO = ("setpriv", "--reuid", "nobody", "--regid", "nogroup", "--groups", "video")
DENIED = r"No permission to open Rig Document Camera \(/dev/video0\)"
ADD_TO_GROUP = r"Run: sudo usermod -aG video nobody, then log out and in again"


def run(*command):
    subprocess.run(command, check=True)


def waits(scan, *phrases):
    """It has been told, and the engine is loaded: nothing but waiting from here."""
    scan.says(*phrases)
    scan.watch(3)


@case
def not_in_the_group():
    """A user without the group; the access list lets it in while it waits."""
    reasons = (DENIED, r"root\b.*\bvideo\b.*\b0660", ADD_TO_GROUP)
    check_says(4, *reasons, before=NOBODY)
    with Disturbed("--wait", before=NOBODY) as scan:
        waits(scan, *reasons)
        scan.outage("A user not in group video, then let in by an access list", None,
                    lambda: run("setfacl", "-m", "u:nobody:rw", NODE), says=reasons)
        scan.outage("The access list is taken away while scanning", lambda: run("setfacl", "-b", NODE), None,
                    says=(DENIED, r"The stream that runs goes on; the next opening will fail"))
        scan.outage("Then the camera is plugged in again", lambda: (unplug(), plugged()),
                    lambda: run("setfacl", "-m", "u:nobody:rw", NODE), says=reasons)
        scan.finishes()
    check_says(0, r"Available +yes", before=NOBODY)
    run("setfacl", "-b", NODE)


@case
def mode_0600():
    """The group's member meets a node only its owner may open."""
    reasons = (DENIED, r"root\b.*\bvideo\b.*\b0600", r"Install Lectern's udev rules")
    os.chmod(NODE, 0o600)
    check_says(4, *reasons, before=IN_VIDEO)
    with Disturbed("--wait", before=IN_VIDEO) as scan:
        waits(scan, *reasons)
        scan.outage("A node of mode 0600, then changed to 0660", None, lambda: os.chmod(NODE, 0o660), says=reasons)
        scan.finishes()


@case
def added_to_the_group():
    """The user was put in the group, and this session does not know yet."""
    run("setfacl", "-b", NODE)
    reasons = (DENIED, r"User nobody was put in group video after this session began", r"log out and in again")
    run("usermod", "-aG", "video", "nobody")
    try:
        check_says(4, *reasons, before=NOBODY)
        check_says(0, r"Available +yes", before=IN_VIDEO)
    finally:
        run("gpasswd", "-d", "nobody", "video")


@case
def rights_after_plugging():
    """A member of the group is told nothing while udev sets the rights of a node that has just been made.

    Of three times that must be so at least once: where the machine stands still, udev needs longer than is waited for it.
    """
    with Disturbed(before=IN_VIDEO) as scan:
        scan.reads_on()
        told = 0
        for _ in range(3):
            scan.heard = len(scan.messages)
            unplug()
            scan.watch(0.3)
            plugged()
            await_(lambda: scan.watch(0.05) or os.path.exists(NODE), NODE)
            scan.reads_on()
            told += "permission" in scan.news()
        expect(told < 3, "no word of permission", scan.messages)
        scan.finishes()

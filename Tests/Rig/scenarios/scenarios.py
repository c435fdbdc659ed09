"""What a user does with a camera and `lectern`, one function each, and what must come of it.

Every scenario starts with a fresh camera that shows the first page (see rig.py).
"""
import json
import os
import signal
import tempfile
import time
from pictures import jpeg_size
from program import PAGES, PATIENCE, Program, expect, printed
from rig import BY_ID, NAME, NOBODY, NODE, SERIAL, OtherProgram, Vivid, await_, camera, offer, status, streams, unplug

LETTER, ORDER, SIZE = "1-letter", "2-order", "1280x720"
LARGEST = (1920, 1080)
# The engine that reads every page here without an error on every processor, where that is not the question.
EXACT = ("--engine", "tesseract")
SCENARIOS = {}


def scenario(function):
    SCENARIOS[function.__name__.replace("_", "-")] = function
    return function


def reads_a_page(formats, size):
    offer(formats)
    with Program("scan", "--size", size) as scan:
        scan.reads(printed(LETTER, size))
        seen = status()
        expect((seen["format"], seen["size"]) == (formats, size), "%s at %s" % (formats, size), seen)
        expect(scan.messages.strip(), "states on standard error")
        scan.stops()


for _formats in ("mjpeg", "yuyv"):
    for _size in ("640x480", "1280x720", "1920x1080"):
        SCENARIOS["%s-%s" % (_formats, _size)] = lambda f=_formats, s=_size: reads_a_page(f, s)


@scenario
def second_page():
    with Program("scan", *EXACT, "--size", SIZE) as scan:
        scan.reads(printed(LETTER, SIZE))
        camera("goto", 1)
        scan.reads(printed(ORDER, SIZE))
        camera("goto", 0)
        scan.reads(printed(LETTER, SIZE))
        scan.stops()


@scenario
def page_at_rest():
    with Program("scan", "--size", SIZE) as scan:
        scan.reads(printed(LETTER, SIZE))
        scan.says_nothing_more(10)
        scan.stops(signal.SIGINT)


@scenario
def bad_frames():
    for number, fault in enumerate(("truncate", "garbage", "empty")):
        camera("every", 10 + number, fault)
    with Program("scan", "--size", SIZE) as scan:
        scan.reads(printed(LETTER, SIZE), then_quiet=4)
        scan.stops()


@scenario
def once():
    with Program("scan", "--once", "--size", SIZE) as scan:
        scan.ends(0)
        expect(sorted(scan.lines) == sorted(printed(LETTER, SIZE)), "the page's lines", scan.lines)


@scenario
def page_in_order():
    with Program("scan", "--once", "--format", "jsonl", "--size", SIZE) as scan:
        scan.ends(0)
        pages = [event for event in map(json.loads, scan.lines) if event["type"] == "page"]
        expect(len(pages) == 1, "one page", scan.lines)
        expect(pages[0]["text"].split("\n") == printed(LETTER, SIZE), "its lines in order", pages[0]["text"])


@scenario
def single():
    with Program("scan", "--single", "--once", "--size", SIZE) as scan:
        scan.ends(0)
        expect(len(scan.lines) == 1, "one line", scan.lines)
        expect(scan.lines[0] in printed(LETTER, SIZE), "a line of the page", scan.lines)


@scenario
def duration():
    with Program("scan", "--duration", "4", "--size", SIZE) as scan:
        scan.ends(0)
        took = time.monotonic() - scan.began
        expect(took >= 4, "an end after 4 s", "%.1f s" % took)


@scenario
def devices():
    with Program("devices") as listing:
        listing.ends(0)
        text = listing.out.decode()
        for word in (NAME, SERIAL, NODE, "MJPG", "YUYV", "640x480", "1920x1080"):
            expect(word in text, "%s in the list" % word, text)
        expect("/dev/video1" not in text, "no metadata node", text)


@scenario
def devices_json():
    with Program("devices", "--json") as listing:
        listing.ends(0)
        found = list(objects(json.loads(listing.out)))
        cameras = [o for o in found if o.get("node") == NODE]
        expect(len(cameras) == 1, "one object whose node is " + NODE, listing.out.decode())
        text = json.dumps(cameras[0])
        for word in (NAME, SERIAL, "MJPG", "YUYV", "1920", BY_ID):
            expect(word in text, "%s in the object" % word, text)
        expect("/dev/video1" not in listing.out.decode(), "no metadata node", listing.out.decode())


def objects(value):
    """Every dictionary in a JSON value."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from objects(part)


@scenario
def snap():
    with tempfile.TemporaryDirectory() as folder:
        out = folder + "/photo.jpg"
        with Program("snap", out) as program:
            program.ends(0)
        with open(out, "rb") as f:
            data = f.read()
        expect(jpeg_size(data) == LARGEST, "a JPEG of the camera's largest size", jpeg_size(data))
        expect(data.endswith(b"\xff\xd9"), "a whole JPEG", "%d bytes" % len(data))
    streams()


@scenario
def record_and_replay():
    with tempfile.TemporaryDirectory() as folder:
        with Program("record", "--duration", "2", "--size", SIZE, folder + "/take") as program:
            program.ends(0)
        streams()
        with Program("scan", "--device", "replay:" + folder + "/take") as scan:
            scan.ends(0)
            expect(sorted(scan.lines) == sorted(printed(LETTER, SIZE)), "the recorded page's lines", scan.lines or scan.messages)


@scenario
def check():
    with Program("check") as program:
        program.ends(0)
    unplug()
    with Program("check") as program:
        program.ends(3)


@scenario
def not_in_the_group():
    for arguments in (["scan"], ["check"]):
        with Program(*arguments, before=NOBODY) as program:
            program.ends(4)
            said = program.messages + program.out.decode()
            expect(NODE in said and "video" in said.replace(NODE, "") and "group" in said,
                   "a message naming %s and the group video" % NODE, said)


@scenario
def busy():
    with OtherProgram():
        for arguments in (["scan"], ["check"]):
            with Program(*arguments) as program:
                program.ends(4)
                said = program.messages + program.out.decode()
                expect("v4l2-ctl" in said and NODE in said, "a message naming v4l2-ctl and " + NODE, said)


@scenario
def no_camera():
    unplug()
    with Program("scan", "%s/%s-%s.jpg" % (PAGES, ORDER, SIZE)) as scan:
        scan.ends(0)
        expect(scan.lines == printed(ORDER, SIZE), "the fallback picture's lines", scan.lines)
        expect("camera" in scan.messages, "why no camera was used", scan.messages)
    with Program("scan") as scan:
        scan.ends(3)
        expect("camera" in scan.messages, "why there is nothing to scan", scan.messages)


@scenario
def closed_pipe():
    with Program("scan", "--size", SIZE) as scan:
        expect(scan.watch(PATIENCE, lambda: bool(scan.lines)), "a first line", scan.messages)
        scan.selector.unregister(scan.process.stdout)
        scan.process.stdout.close()
        scan.ends(0, within=time.monotonic() - scan.began + PATIENCE)


@scenario
def frees_the_camera():
    with Program("scan", "--size", SIZE) as scan:
        await_(lambda: scan.watch(0.05) or status()["streaming"] == "1", "a stream")
        scan.stops()
        streams()


@scenario
def vivid_camera():
    with Vivid() as vivid:
        with Program("devices") as listing:
            listing.ends(0)
            expect(vivid.node in listing.out.decode(), vivid.node + " in the list", listing.out.decode())
        with Program("scan", "--device", vivid.node, "--duration", "4") as scan:
            scan.ends(0)
            expect("Reading" in scan.messages, "that it reads the camera", scan.messages)


@scenario
def unplug_and_plug():
    with Program("scan", *EXACT, "--size", SIZE) as scan:
        scan.reads(printed(LETTER, SIZE))
        unplug()
        scan.watch(2)
        expect(scan.process.poll() is None, "the scan goes on waiting", scan.messages)
        camera("plug")
        await_(lambda: os.path.exists(BY_ID), "the camera's link")
        await_(lambda: scan.watch(0.05) or status()["streaming"] == "1", "the camera streaming again")
        scan.says_nothing_more(4)
        camera("goto", 1)
        scan.reads(printed(ORDER, SIZE))
        scan.stops()

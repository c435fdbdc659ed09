"""The few calls of the WebDriver protocol that the browser test needs."""
import base64
import json
import socket
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """Chromium without a window, driven through its own driver."""

    def __init__(self, profile, width=1280, height=900, dark=False, mobile=False):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                            f"--user-data-dir={profile}", f"--window-size={width},{height}"]}
        if dark:
            options["args"].append("--force-dark-mode")
        if mobile:
            options["mobileEmulation"] = {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 2}}
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options,
                                                   "goog:loggingPrefs": {"browser": "ALL"}}}}
        for attempt in range(100):
            try:
                self.session = self.call("POST", "/session", wanted)["sessionId"]
                break
            except urllib.error.HTTPError:
                raise
            except OSError:
                time.sleep(0.1)

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def do(self, method, path, body=None):
        return self.call(method, f"/session/{self.session}{path}", body)

    def open(self, url):
        self.do("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.do("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.do("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.do("POST", f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        self.do("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).innerText", selector)

    def drag(self, start, end):
        """Presses the mouse at a point of the window, moves it and lets it go."""
        move = lambda point, ms: {"type": "pointerMove", "duration": ms, "x": int(point[0]), "y": int(point[1])}
        self.do("POST", "/actions", {"actions": [{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
            "actions": [move(start, 0), {"type": "pointerDown", "button": 0}, move(end, 200),
                        {"type": "pointerUp", "button": 0}]}]})

    def wait(self, what, script, *arguments, seconds=300):
        """Waits until a script's result counts as true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            result = self.run(script, *arguments)
            if result:
                return result
            time.sleep(0.1)
        raise AssertionError(f"{what}: never within {seconds} s")

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.do("GET", "/screenshot")))

    def errors(self):
        """What the page's console holds that is no mere notice."""
        return [entry["message"] for entry in self.do("POST", "/se/log", {"type": "browser"})
                if entry["level"] == "SEVERE"]

    def close(self):
        try:
            self.do("DELETE", "")
        except (OSError, RuntimeError):
            pass
        self.driver.terminate()
        self.driver.wait()

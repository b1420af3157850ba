"""Configs: the schema and the program must be of one mind, and the program say what is wrong."""

import copy
import itertools
import json
import os
import signal
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import certificates
import program
import schemas

URL = "ws://127.0.0.1:9/api/live/nowplaying/websocket"
REMOVED = object()


def config(**changes):
    """A config of one station; `station__delay=3` changes its delay."""
    whole = {"stations": [program.azuracast("kanalrand", URL)]}
    station = whole["stations"][0]
    targets = {"station": station, "feed": station["feed"]}
    for name, value in changes.items():
        owner, _, member = name.partition("__")
        target, member = (targets[owner], member) if member else (whole, owner)
        if value is REMOVED:
            del target[member]
        else:
            target[member] = value
    return copy.deepcopy(whole)


def mapped(**settings):
    """A config of one station whose feed is a mapping."""
    feed = {"type": "json", "url": "ws://127.0.0.1:9/", "track": TRACK, **settings}
    feed = {name: value for name, value in feed.items() if value is not REMOVED}
    return {"stations": [{"id": "seewind", "feed": feed}]}


def shipped(feed_type, **settings):
    """A config of one station by a mapping that comes with the program; nothing is dialled."""
    url = "ws://127.0.0.1:9/"
    return {"stations": [{"id": "seewind", "feed": {"type": feed_type, "url": url, **settings}}]}


def players(feed_type, **settings):
    """The same, by the type's own address."""
    whole = shipped(feed_type, **settings)
    del whole["stations"][0]["feed"]["url"]
    return whole


HOSTS = ["127.0.0.1:9", "localhost", "::1", "[::1]", "[::1]:9", "bücher.localhost", "${CONTRACT_SECRET}"]
AZURACAST_URLS = ["http://127.0.0.1:9", "http://127.0.0.1:9/", "ws://127.0.0.1:9/sse",
                  "http://127.0.0.1:9/public/kanalrand", "https://[::1]:9/api/live/nowplaying/sse"]
NO_HOSTS = ["http://localhost", "https://localhost:8123/", "localhost/", "a b", "me@localhost",
            "localhost:0", "localhost:", "[::1", "%41", "a..b?c", "{host}", "#"]

RULE = {"event": ["a", 1], "text": "x", "when": {"/a": [1, None], "/b": {"above": 1, "not": "c"}},
        "do": "partial", "at": "/d", "map": {"track": {"title": ""}}, "pick": {"id": ["/id"]},
        "send": ["{/id}", {"id": "{id}"}], "reason": "/m"}
TRACK = {"when": {"/k": "song"}, "key": ["/id", "/s"], "title": ["/t", {"at": ["/u"], "none": 0}],
         "artist": {"at": "/a/*", "join": " & "}, "text": {"at": "/x", "pattern": "{} / *"},
         "artwork": {"at": "/p", "template": "https://x/{}"}, "kind": {"at": "/k", "ad": ["spot"]},
         "start": {"at": "/s", "unit": "date", "zone": "+01:00"}, "end": "/e",
         "elapsed": {"at": "/p", "unit": "ms", "asOf": {"at": "/u", "unit": "iso"}},
         "remaining": {"at": "/r", "unit": "clock"}, "duration": {"at": "/d", "unit": "parts"}}

STREAM = {"id": "south", "url": "https://radio.example/south"}
DIGITS = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

GOOD = [
    config(),
    config(station__name="Kanalrand FM", station__url="https://kanalrand.example/?a=b#c",
           station__description="By\nthe water.", station__defaultStreamer="Autopilot"),
    config(station__name=104.6),
    config(station__id="A-z_0.9", station__name="ラジオ"),
    config(station__id="x" * 64),
    config(station__delay=600),
    config(station__delay=0.25, station__streams=[]),
    config(station__delay="1.5e0s"),
    config(station__delay="500ms", station__logo={}),
    config(station__logo={"light": "HTTP://radio.example/a.png", "dark": "https://x/b.png"}),
    config(station__streams=[STREAM, {**STREAM, "id": "north", "name": "North", "delay": "2s"}]),
    config(station__location={"latitude": -90, "longitude": 180}),
    config(feed__url="wss://radio.example"), config(feed__url="WSS://radio.example:8443/a?b=c"),
    config(feed__url="ws://[::1]:8000/x"),
    config(feed__entities=False, feed__headers={"X-Key": "1", "Cookie": "a=b; c=d"}),
    config(feed__tls={}), config(feed__tls={"insecure": True}),
    config(feed__tls={"fingerprint": DIGITS}), config(feed__tls={"fingerprint": DIGITS.upper()}),
    config(feed__tls={"fingerprint": ":".join(DIGITS[at:at + 2] for at in range(0, 64, 2))}),
    config(feed__tls={"fingerprint": DIGITS, "insecure": False}),
    config(feed__tls={"ca": "ca.pem"}),
    config(feed__shortcode="${CONTRACT_SECRET}"), config(feed__shortcode="file:secret"),
    config(feed__shortcode=1), config(feed__url="ws://127.0.0.1:9/?key=${CONTRACT_SECRET}"),
    config(socket={}), config(socket={"mode": "0600"}), config(socket={"mode": 660}),
    config(socket={"mode": "0o660"}), config(socket={"mode": "600", "group": os.getgid()}),
    config(sessions={}), config(sessions={"main": {}, "car": {"pauseOnDisconnect": True}}),
    config(sessions={"main": {"rewindWindow": "5h", "rates": [0.5, 1, 1.25, 2]}}),
    config(history={"file": "history.sqlite"}), config(history={"file": "h", "keep": "30d"}),
    config(history={"file": "h", "keep": 60}),
    config(mpris={}), config(mpris={"enabled": False, "session": "main"}),
    config(mqtt={"url": "mqtt://broker.example"}),
    config(mqtt={"url": "mqtts://[::1]:8884/", "ca": "ca.pem", "client": "hub", "qos": 1,
                 "username": "u", "password": "file:secret", "prefix": "home/radio",
                 "discovery": "homeassistant", "sessions": ["main"], "minInterval": "2s"}),
    config(mqtt={"url": "${CONTRACT_BROKER}", "stations": ["kanalrand"], "sessions": [], "minInterval": 0}),
    config(history={"file": "h", "keep": 60}), config(history={}), config(history={"keep": "1d"}),
    config(web={"listen": "0.0.0.0:0", "insecure": True}),
    config(web={"listen": "[::]:0", "insecure": True, "anonymous": True, "hosts": ["a"]}),
    config(web={"listen": "127.0.0.1:0", "insecure": False}),
    config(history={"enabled": False}), config(history={"file": "h", "enabled": True}),
    mapped(), mapped(url="ws://127.0.0.1:9/{station}/{rand3}/{uuid}", station="a"),
    mapped(station="a", values={"key": "${CONTRACT_SECRET}", "user": 1}, open="hi {station} {key}"),
    mapped(url="https://127.0.0.1:9"), mapped(url="HTTP://127.0.0.1:9/a?b={rand3}", every=5),
    mapped(url="http://[::1]:9/", every="1h", headers={"X-Key": "1"}, tls={"ca": "ca.pem"}),
    mapped(url="tcp://127.0.0.1:9", open="a", keepAlive={"send": "a", "every": 30}),
    mapped(url="TLS://[::1]:9", tls={"fingerprint": DIGITS}, layer="jsonrpc"),
    mapped(layer="sockjs"), mapped(layer=["sockjs", {"jsonrpc": None}], open={"method": "m"}),
    mapped(layer={"socketio": {"version": 3, "namespace": "/a", "auth": {"token": "t"}}}),
    mapped(layer={"phoenix": {"topic": "a", "version": 1, "payload": {"a": 1}}}),
    mapped(layer={"pusher": {"channel": "a"}}, open=["hello", {"event": "e", "data": 1}]),
    mapped(layer={"centrifugo": {"channel": "a", "unidirectional": True, "token": "t"}}),
    mapped(unwrap=["/a", {"prefix": "x"}, {"each": "/b"}]), mapped(unwrap="/data"),
    mapped(unwrap={"prefix": "m,{station},{key}"}, station="a", values={"key": "k"}),
    mapped(unwrap=[{"pattern": "play {title} / {artist}"}, {"pattern": ["{a}:*", "{b}"]}]),
    mapped(history=[{"each": "", "title": "/t"}, {"each": "/h/*", "order": "oldestFirst"}]),
    mapped(track={"title": "/a/-1/[max:w]/[0=b]/1", "start": {"at": "/s", "zone": "Europe/Berlin"},
                  "duration": {"at": "/d", "unit": "ticks", "scale": 10}},
           rate={"at": "/r", "scale": 0.01}, listeners={"at": "/l", "scale": 1000}),
    mapped(open=["a", {"send": {"a": [1, None]}, "after": "3s"}, '{"a": "b"}']),
    mapped(keepAlive={"send": "a", "every": 30}, staleAfter=90, emptyAfter="1s"),
    mapped(keepAlive=[{"send": {"op": 9}, "every": {"at": "/d/h", "unit": "ms"}}]),
    mapped(messages=[RULE, {"do": "ignore"}]), mapped(track=TRACK, next={"title": "/n"}),
    mapped(programme={"title": "/p", "start": "/s"}, live={"name": "/n", "artwork": "/a"},
           history={"each": ["/h"], "order": "oldestFirst", "title": "/t"}, about={"name": "/n"}),
    mapped(online={"at": "/o", "yes": [1, "on"], "no": False}, state="/s", rate="/r",
           listeners={"current": "/c", "total": {"at": "/t", "none": 0}}),
    mapped(listeners="/l", which="/w", clock={"at": "/c", "unit": "ms"}),
    mapped(close={"terminal": ["4000-4099", 1008], "fewer": 4009, "retry": []}),
    mapped(stationsPerLink=8, repeatsEvery="15s", subprotocols=["v1"], artworkBase="https://x/"),
    mapped(split={"by": [" / "], "order": "titleFirst", "at": "last"}), mapped(split=False),
    config(feed__split={"by": " / "}), shipped("mopidy", split={"order": "titleFirst"}),
    shipped("kodi", split=False),
    shipped("globalplayer", station="a"), shipped("streamabc", station="a"),
    shipped("qmusic", station="a", country="be"), shipped("listenmoe"), shipped("plaza"),
    shipped("gensokyo"), shipped("radiolise", stream="https://radio.example/s.mp3"),
    shipped("radiolise", stream="https://radio.example/s.mp3", split={"by": " / "}),
    shipped("rainwave", station=2, user=1, key="k"),
    shipped("volumio"), shipped("mopidy", host="hifi.local"), shipped("kodi", player=1, webPort=80),
    *(players("mopidy", host=host) for host in HOSTS),
    players("volumio", port=8080), players("kodi", host="hifi.local", port="9091"),
    players("homeassistant", entity="media_player.a", token="t", host="ha.local:8124"),
    players("centrifugo", channel="a", host="${CONTRACT_SECRET}", port=8000),
    *(config(feed__url=url) for url in AZURACAST_URLS),
    shipped("rainwave", station="5", user=1, key="k", url="https://rainwave.cc/"),
    shipped("snapcast", stream="Living Room"), shipped("musicassistant", player="a/b"),
    shipped("homeassistant", entity="media_player.a", token="t"),
    shipped("centrifugo", channel="radio:a"),
    mapped(messages=[{"do": "remember"}, {"do": "stopped"}], track={"title": "/t", "whole": True,
           "artwork": {"at": "/a", "template": "/{}?p={/p}", "encoded": 2},
           "elapsed": {"at": "/e", "onlyNew": True, "needsDuration": False, "asOf": "/u"}}),
]

BAD = [
    {}, [], "stations", None, 7,
    config(stations=[]), config(stations={}), config(stations=[7]), config(stations=REMOVED),
    config(station=7), config(statoins=[]),
    config(station__id=REMOVED), config(station__id=""), config(station__id="a b"),
    config(station__id="ä"), config(station__id="x" * 65), config(station__id=[]),
    config(station__name=""), config(station__name=["a"]), config(station__name="a\u0007b"),
    config(station__name=None), config(station__nmae="Kanalrand"),
    config(station__url="kanalrand.example"), config(station__url="ftp://x/"),
    config(station__url="https://"), config(station__url="https://a b/"),
    config(station__url="https://x/" + "y" * 2048),
    config(station__feed=REMOVED), config(station__feed="azuracast"),
    config(feed__type=REMOVED), config(feed__type="icecast"), config(feed__type=1),
    config(feed__url=REMOVED), config(feed__url="ftp://radio.example"),
    mapped(url="https://radio.example", open="a"), mapped(url="http://radio.example", layer="sockjs"),
    mapped(url="https://radio.example", keepAlive={"send": "a", "every": 30}),
    mapped(url="https://radio.example", close={}), mapped(url="https://radio.example", staleAfter=9),
    mapped(url="https://radio.example", subprotocols=["v1"]),
    mapped(url="https://radio.example", tls={"fingerprint": DIGITS}),
    mapped(url="https://radio.example", every=4), mapped(url="https://radio.example", every=3601),
    mapped(every=15), mapped(url="ftp://radio.example"), mapped(url="tcp://radio.example"),
    mapped(url="tls://radio.example:4000/a"), mapped(url="tcp://radio.example:0"),
    mapped(url="tcp://radio.example:4000", every=15), mapped(url="tcp://radio.example:4000", close={}),
    mapped(url="tcp://radio.example:4000", headers={"X-Key": "a"}),
    mapped(url="tcp://radio.example:4000", subprotocols=["v1"]),
    config(feed__url="tcp://127.0.0.1:9"), shipped("mopidy", every=15),
    *(players("mopidy", host=host) for host in NO_HOSTS),
    players("volumio", port=0), players("volumio", port=65536), players("volumio", port="a"),
    players("kodi", webPort="zz"), players("kodi", player="abc"), players("kodi", player=3),
    players("qmusic", station="a", country="fr"), players("radiolise", stream="Radio 1"),
    players("rainwave", station=6, user=1, key="k"),
    players("homeassistant", entity="kitchen", token="t"),
    config(feed__url="ws://"), config(feed__url="ws://me:secret@radio.example/"),
    config(feed__url="ws://radio.example/#live"), config(feed__url="ws://radio example/"),
    config(feed__shortcode=REMOVED), config(feed__shortcode=[]), config(feed__shortcode=""),
    config(feed__shortCode="kanalrand"), config(feed__entities="yes"), config(feed__entities=1),
    config(feed__headers=["X-Key"]), config(feed__headers={"X-Key": []}),
    config(feed__tls=True), config(feed__tls={"insecure": "true"}),
    config(feed__tls={"fingerprint": DIGITS[1:]}), config(feed__tls={"fingerprint": "sha256"}),
    config(feed__tls={"fingerprint": DIGITS, "insecure": True}),
    config(feed__tls={"fingerprint": DIGITS, "ca": "ca.pem"}),
    config(feed__tls={"ca": "ca.pem", "insecure": True}), config(feed__tls={"verify": False}),
    config(station__delay=-1), config(station__delay=601), config(station__delay="soon"),
    config(station__delay="2 s"), config(station__delay=[]), config(station__delay="2w"),
    config(station__delay=True),
    config(station__logo="https://x/a.png"), config(station__logo={"bright": "https://x/a.png"}),
    config(station__streams={}), config(station__streams=[{"id": "south"}]),
    config(station__streams=[{**STREAM, "bitrate": 128}]),
    config(station__streams=[{**STREAM, "url": "rtmp://x/"}]),
    config(station__location={"latitude": 48}), config(station__location=[48, 11]),
    config(station__location={"latitude": 91, "longitude": 0}),
    config(station__location={"latitude": "48", "longitude": 0}),
    config(socket="/tmp/x.sock"), config(socket={"path": ""}), config(socket={"mode": "rw"}),
    config(socket={"mode": "0888"}), config(socket={"mode": "1777"}), config(socket={"mode": 60}),
    config(socket={"owner": "me"}),
    config(sessions=[]), config(sessions={"the car": {}}), config(sessions={"main": 7}),
    config(sessions={"main": {"rates": []}}), config(sessions={"main": {"rates": [1, 1]}}),
    config(sessions={"main": {"rates": [0]}}), config(sessions={"main": {"rates": ["1"]}}),
    config(sessions={"main": {"rates": 1}}), config(sessions={"main": {"rewindWindow": 18001}}),
    config(sessions={"main": {"pauseOnDisconnect": 0}}), config(sessions={"main": {"rate": 1}}),
    config(history={"enabled": "yes"}), config(history="history.sqlite"), config(history={"file": "h", "keep": 59}),
    config(history={"file": "h", "keep": "forever"}),
    config(web={"listen": "192.168.1.5:80", "insecure": True, "behindProxy": True}),
    config(web={"listen": "192.168.1.5:80", "insecure": True, "tokens": "secret"}),
    config(web={"listen": "192.168.1.5:80", "insecure": True, "anonymous": False}),
    config(web={"listen": "192.168.1.5:80", "insecure": 1}), config(web={"insecure": True}),
    config(mpris=True), config(mpris={"enabled": "no"}), config(mpris={"session": "the car"}),
    config(mqtt={}), config(mqtt="mqtt://a"), config(mqtt={"url": "mqtt://a", "qos": 2}),
    config(mqtt={"url": "mqtt://a", "port": 1883}), config(mqtt={"url": "mqtt://a", "qos": "1"}),
    config(mqtt={"url": "mqtt://a", "stations": "a"}), config(mqtt={"url": ["mqtt://a"]}),
    config(mqtt={"url": "mqtt://a", "minInterval": "soon"}),
    mapped(track=REMOVED), mapped(track=REMOVED, open="hello"),
    mapped(url=REMOVED), mapped(shortcode="a"), mapped(layer="sokjs"), mapped(layer={}),
    mapped(layer={"sockjs": {"a": 1}}), mapped(layer={"pusher": {}}),
    mapped(layer={"socketio": {"version": 5}}), mapped(layer={"socketio": {"namespace": "a"}}),
    mapped(unwrap="data"), mapped(unwrap=[{}]), mapped(unwrap={"pattern": "play *"}),
    mapped(unwrap={"prefix": "a", "each": "/b"}), mapped(unwrap={"pattern": []}),
    mapped(history=[{"title": "/t"}]), mapped(rate={"at": "/r", "scale": 0}),
    mapped(track={"duration": {"at": "/d", "scale": "2"}}), mapped(keepAlive={"send": "a"}),
    mapped(keepAlive={"send": "a", "every": 0.1}), mapped(staleAfter="soon"),
    mapped(messages={}), mapped(messages=[{"do": "updat"}]), mapped(messages=[{"wen": {}}]),
    mapped(messages=[{"when": {"a": 1}}]), mapped(messages=[{"when": {"/a": {"is": {}}}}]),
    mapped(messages=[{"map": {"trakc": {}}}]), mapped(track="/t"), mapped(track={"titel": "/t"}),
    mapped(track={"title": "t"}), mapped(track={"title": {"none": ""}}),
    mapped(track={"title": {"at": "/t", "jion": ""}}), mapped(programme={}), mapped(live={}),
    mapped(track={"start": {"at": "/s", "unit": "min"}}), mapped(history={"title": "/t"}),
    mapped(track={"start": {"at": "/s", "zone": "?"}}), mapped(close={"never": 1008}),
    mapped(track={"artwork": {"at": "/t", "template": "x"}}), mapped(stationsPerLink=33),
    mapped(subprotocols=["a b"]), mapped(split={"order": "up"}), mapped(values=["a"]),
    shipped("qmusic"), shipped("streamabc", station="a", track={}),
    shipped("radiolise"), shipped("radiolise", stream="https://x/", split={"order": "up"}),
    config(feed__split="/"), shipped("volumio", split={"separator": "/"}),
    shipped("rainwave", station=2, user="me", key="k"), shipped("rainwave", station=2, user=1),
    shipped("listenmoe", station="a"),
]

# Rules that a schema cannot express.
BAD_FOR_THE_PROGRAM_ALONE = [
    config(web={"listen": "192.168.1.5:80"}), config(web={"listen": "8.8.8.8:80", "insecure": True}),
    mapped(url="https://radio.example", every="4s"), mapped(url="https://radio.example", every="2h"),
    mapped(url="${CONTRACT_SECRET}/a"),
    mapped(url="ws://127.0.0.1:9/{nothing}"), mapped(open="{nothing}"), mapped(open="{nothing:"),
    mapped(close={"terminal": "4099-4000"}), mapped(track={"title": {"at": "/t", "pattern": "{}*"}}),
    mapped(unwrap={"prefix": "{nothing}"}), mapped(unwrap={"pattern": "{a}{b}"}),
    mapped(unwrap={"pattern": "{a} {a}"}), mapped(clock={"at": "/c", "zone": "Europe/Berlni"}),
    mapped(track={"duration": {"at": "/d", "unit": "clock", "scale": 2}}),
    config(stations=[program.azuracast("a", URL), program.azuracast("a", URL)]),
    config(station__streams=[STREAM, STREAM]),
    config(station__delay="11m"), config(history={"file": "h", "keep": "3651d"}),
    config(sessions={"main": {"rates": [2, 1]}}), config(mpris={"session": "car"}),
    config(mqtt={"url": "http://broker.example"}), config(mqtt={"url": "mqtt://u:p@a"}),
    config(mqtt={"url": "mqtt://a:99999"}), config(mqtt={"url": "mqtt://a", "ca": "ca.pem"}),
    config(mqtt={"url": "mqtt://a", "password": "p"}), config(mqtt={"url": "mqtt://a", "prefix": "a/+"}),
    config(mqtt={"url": "mqtt://a", "prefix": "/a"}), config(mqtt={"url": "mqtt://a", "discovery": "#"}),
    config(mqtt={"url": "mqtt://a", "sessions": ["car"]}), config(mqtt={"url": "mqtt://a", "client": "a b"}),
    config(mqtt={"url": "mqtt://a", "stations": ["nowhere"]}),
    config(mqtt={"url": "mqtt://a", "password": "file:nowhere", "username": "u"}),
    config(mqtt={"url": "mqtt://a", "minInterval": "2h"}),
    config(feed__shortcode="${CONTRACT_NOT_SET}"), config(feed__shortcode="file:nowhere"),
    config(feed__tls={"ca": "nowhere.pem"}), config(feed__tls={"ca": "secret"}),
    players("mopidy", host="256.1.1.1"), players("mopidy", host="localhost:65536"),
    players("mopidy", host="file:secret-address"), players("mopidy", host="a:1", port=2),
    players("snapcast", stream="${CONTRACT_EMPTY}"), mapped(subprotocols=["v1", "v1"]),
    mapped(track=REMOVED, messages=[{"do": "hello"}]),
    config(feed__headers={"Bad Name": "1"}), config(feed__headers={"X-Key": "a\r\nb"}),
]


class ConfigTests(unittest.TestCase):
    ENVIRONMENT = {**os.environ, "CONTRACT_SECRET": "kanalrand", "CONTRACT_EMPTY": "",
                   "CONTRACT_BROKER": "mqtt://localhost"}

    @classmethod
    def setUpClass(cls):
        cls.numbers = itertools.count()
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        certificates.self_signed(cls.folder, "ca")
        (cls.folder / "secret").write_text("kanalrand\n")
        (cls.folder / "secret-address").write_text("http://kanalrand.example/hunter2\n")

    def run_with(self, text):
        """The exit code and stderr of the program with a config; it is ended once it serves."""
        number = next(self.numbers)
        path = self.folder / f"config-{number}.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        served = self.folder / f"{number}.sock"
        process = subprocess.Popen(
            [str(program.PATH), "run", "--config", path.name, "--socket", served.name],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.ENVIRONMENT)
        program.wait_until(lambda: program.serves(served) or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=5)
        self.assertEqual(output, b"", "stdout is for records")
        return process.returncode, errors.decode()

    def check(self, text):
        """The exit code and stderr of `nphub check` of a config."""
        path = self.folder / f"config-{next(self.numbers)}.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        process = subprocess.run(
            [str(program.PATH), "check", path.name], cwd=self.folder, capture_output=True,
            timeout=10, check=False, env=self.ENVIRONMENT)
        return process.returncode, process.stderr.decode()

    def each(self, values, judge):
        """Values with their verdicts, several at a time: each is little more than a start."""
        with ThreadPoolExecutor(4) as pool:
            texts = [value if isinstance(value, (str, bytes)) else json.dumps(value)
                     for value in values]
            return zip(values, pool.map(judge, texts))

    def test_what_the_schema_accepts_the_program_runs_with(self):
        for value, (code, errors) in self.each(GOOD, self.run_with):
            with self.subTest(value=value):
                schemas.check("config", value)
                self.assertEqual(code, 0, errors)

    def test_what_the_schema_refuses_the_program_refuses_with_file_and_line(self):
        for value, outcome in self.each(BAD, self.check):
            with self.subTest(value=value):
                self.assertFalse(schemas.is_valid("config", value), "by the schema")
                self.assert_refused(outcome)

    def test_what_no_schema_can_say_the_program_refuses_too(self):
        for value, outcome in self.each(BAD_FOR_THE_PROGRAM_ALONE, self.run_with):
            with self.subTest(value=value):
                schemas.check("config", value)
                self.assert_refused(outcome)

    def test_what_does_not_fit_the_machine_is_told_as_run_tells_it(self):
        store = {"nats": ["nats://127.0.0.1:9"]}
        long = f"/tmp/{'s' * 120}.sock"
        missing = {"certificate": "no.pem", "key": "no.key"}
        for part, words in [
                ({"socket": {"group": "nosuchgroup"}}, "socket.group: there is no group nosuchgroup"),
                ({"socket": {"path": long}}, f"path {long} has 130 bytes; the system allows 107"),
                ({"web": {"tls": missing}}, "web.tls.certificate: no.pem: No such file"),
                ({"web": {"tls": {**missing, "certificate": "ca.pem"}}}, "web.tls.key: no.key: "),
                ({"web": {"tokens": "secret"}}, "web.tokens: secret can be read by others"),
                ({"cluster": {**store, "credentials": "no.creds"}}, "cluster.credentials: no.creds: "),
                ({"cluster": {**store, "tls": {"ca": "no.pem"}}}, "cluster.tls.ca: no.pem: No such")]:
            with self.subTest(part):
                code, errors = self.check(json.dumps(config(**part)))
                self.assertEqual(code, 78)
                self.assertRegex(errors, r"^config-\d+\.yaml: ")
                self.assertIn(words, errors)
                # A member of a cluster waits for its files; and another path is a user's choice.
                if "cluster" not in part and part != {"socket": {"path": long}}:
                    self.assertIn(words, self.run_with(json.dumps(config(**part)))[1])
        both = {"socket": {"group": "nosuchgroup"}, "web": {"tls": missing, "tokens": "no/tokens"}}
        self.assertEqual(len(self.check(json.dumps(config(**both)))[1].splitlines()), 4)
        # Tokens are made by the hub.
        self.assertEqual(self.check(json.dumps(config(web={"tokens": "made"})))[0], 0)
        self.assertFalse((self.folder / "made").exists())

    def test_what_is_no_yaml_is_refused(self):
        texts = ["", "stations: [", "a: 1\na: 2", "\tstations:", "--- {}\n--- {}",
                 "a: &a [*a]", b"\xff\xfe", b"stations: \x00"]
        for text, outcome in self.each(texts, self.run_with):
            with self.subTest(text=text):
                self.assert_refused(outcome)

    def assert_refused(self, outcome):
        code, errors = outcome
        self.assertEqual(code, 78, errors)
        self.assertRegex(errors, r"config-\d+\.yaml:\d+:\d+: .+; .+")
        self.assertNotIn("hunter2", errors)

    def test_an_example_in_yaml_is_as_good_as_in_json(self):
        code, errors = self.run_with(f"""
            # A station by the water.
            stations:
              - id: kanalrand
                name: Kanalrand FM
                feed: {{ type: azuracast, url: "{URL}", shortcode: kanalrand }}
                delay: 2s
            socket: {{ mode: 0600 }}
            """)
        self.assertEqual(code, 0, errors)

    def test_a_file_that_is_not_there_is_refused(self):
        process = subprocess.run(
            [str(program.PATH), "run", "--config", "nowhere.yaml"], cwd=self.folder,
            capture_output=True, timeout=5, check=False)
        self.assertEqual(process.returncode, 78)
        self.assertIn(b"nowhere.yaml", process.stderr)

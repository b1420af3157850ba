"""Makes a feed of an endpoint that answers {"title": …, "artist": …}: poll.py URL [SECONDS]"""

import json
import sys
import time
import urllib.request

url, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 15
while True:
    with urllib.request.urlopen(url, timeout=10) as answer:
        now = json.load(answer)
    print(json.dumps({"track": {"title": now["title"], "artist": now.get("artist")}}), flush=True)
    time.sleep(seconds)

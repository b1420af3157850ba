"""Makes a feed of the titles in an Icecast or Shoutcast stream: icy.py URL"""

import json
import re
import sys
import urllib.request

request = urllib.request.Request(sys.argv[1], headers={"Icy-MetaData": "1"})
with urllib.request.urlopen(request, timeout=30) as stream:
    interval = int(stream.headers["icy-metaint"])
    while len(stream.read(interval)) == interval:
        metadata = stream.read(16 * stream.read(1)[0])
        title = re.search(rb"StreamTitle='(.*?)';", metadata)
        if title:
            print(json.dumps({"track": {"text": title[1].decode(errors="replace")}}), flush=True)

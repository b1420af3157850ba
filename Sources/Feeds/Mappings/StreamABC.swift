extension ShippedMapping {
    /// QuantumCast's channels in Germany, Switzerland and Belgium. The messages are taken to be
    /// what the same address gives by HTTPS. `station` may be the broadcaster of many channels.
    /// While people talk, `song` is empty and `artist` the channel's name. The length is in
    /// milliseconds or in seconds, as the broadcaster has it.
    static let streamABC = """
        {
          "name": "streamabc",
          "summary": "QuantumCast (streamABC): Klassik Radio, Star FM, Regenbogen 2, RTBF, others",
          "unverified": true,
          "url": "wss://api.streamabc.net/metadata/channel/{station}",
          "silenceHint": "there is no channel with this key (it is in the stream's address)",
          "settings": {
            "station": { "summary": "the channel's key, such as redbm_jpnzfz9xn_vcpk" }
          },
          "messages": [
            {
              "when": { "/song": ["", null] },
              "map": {
                "programme": {
                  "title": "/extdata/TitreEmission",
                  "kicker": "/extdata/Presentateur",
                  "artwork": ["/extdata/VisuelEmission", "/images/large/url", "/cover"]
                },
                "about": {
                  "name": ["/extdata/NomChaine", "/channel", "/station"],
                  "logo": "/extdata/VisuelChaine"
                }
              }
            },
            { "when": { "/song": { "exists": true } } }
          ],
          "track": {
            "title": "/song",
            "artist": "/artist",
            "album": ["/album", "/extdata/album"],
            "isrc": "/isrc",
            "artwork": ["/images/large/url", "/images/medium/url", "/cover"],
            "start": { "at": "/start_timestamp", "unit": "s" },
            "duration": { "at": "/duration", "unit": "auto" }
          },
          "programme": {
            "title": "/extdata/TitreEmission",
            "kicker": "/extdata/Presentateur",
            "artwork": "/extdata/VisuelEmission"
          },
          "about": {
            "name": ["/extdata/NomChaine", "/channel", "/station"],
            "logo": "/extdata/VisuelChaine"
          }
        }
        """
}

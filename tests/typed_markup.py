"""What somebody might type to have it taken for something else than text."""

MARKUP = (
    "**b** $x$ :red[x] ![x](http://example.com/z.png) `c` <b>h</b> :material/info: www.example.com a@example.com ~~s~~"
)
TURNED = "\u202egnol\u202c \u2066x"

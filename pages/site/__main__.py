"""Write the static site: ``python -m pages.site OUT [--model pocket-bert]``."""

import argparse
import sys
from pathlib import Path

from streamlit.logger import set_log_level

from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE
from components.takeaway.page import megabytes
from components.takeaway.site import write_site
from components.tours.shipped import shipped_tours
from pages.parts.rooms import PATHS


def main() -> None:
    """Write the site, and print its files with their sizes."""
    parser = argparse.ArgumentParser(prog="launch.py site", description="Write views as a site for any web host.")
    parser.add_argument("out", type=Path, help="the folder to write")
    parser.add_argument("--model", choices=(DEFAULT_MODEL, REFERENCE), default=DEFAULT_MODEL)
    options = parser.parse_args()
    set_log_level("error")  # before caches are made, which would warn that no server runs
    from cache.takeaway import packed_model
    from pages.site.views import site_index, site_views

    # The answers of the tours are those of the default model.
    tours = shipped_tours(PATHS).values() if options.model == DEFAULT_MODEL else ()
    files = write_site(
        options.out,
        packed_model(options.model),
        site_views(options.model),
        site_index(options.model),
        tours,
    )
    lines = [f"{megabytes(size):>8}  {options.out / name}" for name, size in files.items()]
    lines.append(f"Put the folder on any web host, or look at it: python3 -m http.server --directory {options.out}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

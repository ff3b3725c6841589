"""The WSGI application that gunicorn serves."""

from __future__ import annotations

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

# What is imported stays: no collection of garbage need look at it again. Views come with the first address otherwise.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()

#ifndef COMPASS_CASSETS_H
#define COMPASS_CASSETS_H

#include <stddef.h>

/// The content of a file that is part of the program. In C because the Swift compiler takes seconds
/// for an array of so many bytes.
struct __attribute__((swift_attr("safe"))) compass_asset {
    const unsigned char *bytes;
    size_t count;
};

struct compass_asset compass_asset_app_icon(void);
/// The picture on a home screen, for those that take no SVG.
struct compass_asset compass_asset_app_icon_png(void);
struct compass_asset compass_asset_icons(void);
struct compass_asset compass_asset_mark(void);
struct compass_asset compass_asset_script(void);
struct compass_asset compass_asset_service_worker(void);
struct compass_asset compass_asset_style(void);

#endif

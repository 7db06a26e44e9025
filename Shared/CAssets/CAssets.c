#include "CAssets.h"

#define ASSET(bytes) ((struct compass_asset){bytes, sizeof bytes})

struct compass_asset compass_asset_app_icon(void) {
    static const unsigned char bytes[] = {
#embed "app-icon.svg"
    };
    return ASSET(bytes);
}

struct compass_asset compass_asset_app_icon_png(void) {
    static const unsigned char bytes[] = {
#embed "app-icon.png"
    };
    return ASSET(bytes);
}

struct compass_asset compass_asset_icons(void) {
    static const unsigned char bytes[] = {
#embed "icons.svg"
    };
    return ASSET(bytes);
}

struct compass_asset compass_asset_mark(void) {
    static const unsigned char bytes[] = {
#embed "mark.svg"
    };
    return ASSET(bytes);
}

struct compass_asset compass_asset_script(void) {
    static const unsigned char bytes[] = {
#embed "compass.js"
    };
    return ASSET(bytes);
}

struct compass_asset compass_asset_service_worker(void) {
    static const unsigned char bytes[] = {
#embed "service-worker.js"
    };
    return ASSET(bytes);
}

struct compass_asset compass_asset_style(void) {
    static const unsigned char bytes[] = {
#embed "compass.css"
    };
    return ASSET(bytes);
}

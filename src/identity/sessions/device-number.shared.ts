/** What is hashed before the device id to make the device number (product decisions, "Small things"). */
export const DEVICE_NUMBER_PREFIX = 'kinora-device:v1:';

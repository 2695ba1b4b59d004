/** Hash prefix of the device number, which is the SHA-256 of this text and the device id. */
export const DEVICE_NUMBER_PREFIX = 'kinora-device:v1:';

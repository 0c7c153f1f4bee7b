import { DeviceId } from "../../../../shared/base/ids";
import { SerialNumber } from "../../../../shared/device/device-terms";

export type ReadCode =
	| { kind: "device"; deviceId: string }
	| { kind: "serial"; serial: string }
	| { kind: "foreign"; host: string }
	| { kind: "other"; text: string };

const shownLength = 80;

/** TR005 of the LoRa Alliance: `LW:D0:<JoinEUI>:<DevEUI>:…`. Network servers send the DevEUI as the serial number. */
const loraCode = /^LW:D0:[0-9A-F]{16}:([0-9A-F]{16})(?::|$)/i;
const serialPrefix = /^(?:S\/N|SN|SERIAL(?: ?N(?:O|UMBER|R)\.?)?)\s*[:=]\s*/i;
const otherScheme =
	/^(?:[a-z][a-z0-9+.-]*:\/\/|(?:wifi|otpauth|mailto|tel|sms|smsto|geo|matmsg|mecard|begin|dpp|mt):|\{|\[|<)/i;

/** A label of a known device is read though it was printed at another host. */
export function readCode(scanned: string, host: string, isKnown: (deviceId: string) => boolean): ReadCode {
	const text = scanned.trim();
	const address = /^https?:\/\//i.test(text) ? addressOf(text) : null;
	const [, deviceId] = /^\/d\/([^/]+)\/?$/.exec(address?.pathname ?? "") ?? [];
	if (address && deviceId !== undefined && DeviceId.safeParse(deviceId).success) {
		const isOwn = address.host === host || isKnown(deviceId);
		return isOwn ? { kind: "device", deviceId } : { kind: "foreign", host: address.host };
	}
	const [, devEui] = loraCode.exec(text) ?? [];
	if (devEui !== undefined) return { kind: "serial", serial: devEui.toLowerCase() };
	const serial = SerialNumber.safeParse(text.replace(serialPrefix, ""));
	const isOneLine = !/[\r\n\t]/.test(text);
	if (serial.success && isOneLine && !otherScheme.test(text)) return { kind: "serial", serial: serial.data };
	return { kind: "other", text: text.slice(0, shownLength) };
}

function addressOf(text: string): URL | null {
	try {
		return new URL(text);
	} catch {
		return null;
	}
}

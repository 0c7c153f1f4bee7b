import { BadCursorError } from "./log-store";

/** The last reading of a page: pages run newest first, then by device and channel number, both falling. */
export type SpanPosition = { at: number; device: number; channel: number };

const form = /^(-?\d{1,16})\.(\d{1,10})\.(\d{1,10})$/;

export function encodeCursor({ at, device, channel }: SpanPosition): string {
	return `${at}.${device}.${channel}`;
}

/** Throws BadCursorError. */
export function parseCursor(cursor: string): SpanPosition {
	const match = form.exec(cursor);
	if (!match) throw new BadCursorError();
	return { at: Number(match[1]), device: Number(match[2]), channel: Number(match[3]) };
}

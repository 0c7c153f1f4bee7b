import { byteOrderMark, csvCell } from "../../../shared/base/csv-cell";
import { minuteMs } from "../../../shared/base/durations";
import { deviceOffsetMinutes, formatOffset } from "../../../shared/time/time-zones";
import type { AccountDb } from "../../base/context";
import type { PageTurns } from "../../base/page-turns";
import type { ReadingHistory } from "../../base/reading-store";
import { listChannels } from "../../db/channel-rows";
import { type DeviceRow, findDevice } from "../../db/device-rows";
import { type Begun, type Slice, sliceLength, textSlice } from "./json-slices";

export const readingColumns = {
	utc: "when it was measured, in UTC",
	local_time: "the same by the device's own clock",
	utc_offset: "of that clock",
	channel: "the channel's name",
	value: "as the console shows it, calibrated",
	unit: "its unit",
	sent_value: "as the device sent it; empty: computed",
	received_utc: "when it arrived, in UTC",
	mark: "doubtful, excluded, counts (a doubtful one that counts) computed (by data/derived-channels.json) or saturated (computed at 100 % humidity, because the sensor sent more); empty: a reading like any other",
} as const;

const readingsPerPage = 5_000;

type Parts = { db: AccountDb; readingStore: ReadingHistory; pageTurns: PageTurns };
type DeviceMonth = { deviceId: string; from: number; to: number };

/** One UTC month of a device, oldest first. Empty if the device was deleted. */
export async function readingSlice(parts: Parts, { deviceId, from, to }: DeviceMonth, begun: Begun): Promise<Slice> {
	const head = begun.cursor === null ? `${byteOrderMark}${Object.keys(readingColumns).join(",")}\r\n` : "";
	const device = findDevice(parts.db, deviceId);
	if (device === null) return textSlice(head, 0, null);
	const channels = listChannels(parts.db, [deviceId]);
	const refs = channels.map(({ id }) => ({ deviceId, channelId: id }));
	let text = head;
	let rows = 0;
	let cursor = begun.cursor === null || begun.cursor === "" ? undefined : begun.cursor;
	do {
		const requested = {
			from,
			to,
			channels: refs,
			limit: readingsPerPage,
			order: "oldest-first" as const,
			isMarked: true,
		};
		const page = await parts.pageTurns(() =>
			parts.readingStore.readSpan({ ...requested, ...(cursor !== undefined && { cursor }) }),
		);
		const lines = page.readingAt.map((at, index) => {
			const channel = channels[page.channel[index] ?? -1];
			const value = page.value[index] ?? 0;
			const sent = channel?.derived ? null : (page.sent?.[index] ?? value);
			const shown = [channel?.name ?? "", value, channel?.unit ?? "", sent].map((cell) => csvCell(cell));
			const mark = page.mark?.[index] ?? (channel?.derived ? "computed" : "");
			const received = new Date(page.receivedAt[index] ?? 0).toISOString();
			return `${timeCells(device, at)},${shown.join(",")},${received},${mark}\r\n`;
		});
		text += lines.join("");
		rows += lines.length;
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined && text.length < sliceLength);
	return textSlice(text, rows, cursor ?? null);
}

function timeCells(device: DeviceRow, at: number): string {
	const offset = deviceOffsetMinutes(device, at);
	const local = new Date(at + offset * minuteMs).toISOString().slice(0, 19).replace("T", " ");
	return `${new Date(at).toISOString()},${local},${formatOffset(offset)}`;
}

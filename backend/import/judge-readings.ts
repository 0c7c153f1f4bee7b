import { errorKey } from "../../shared/base/error-key";
import { limits, serverLimits } from "../../shared/base/limits";
import type { EndVerdict, GetVerdicts, JudgeReadings, ReadingVerdict } from "../../shared/log/reading-verdicts";
import { type Said, said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { addCatchUp } from "../db/alert-event-rows";
import type { ChannelRow } from "../db/channel-rows";
import type { DeviceRow } from "../db/device-rows";
import { addReadingChange } from "../db/reading-change-rows";
import {
	endVerdictRow,
	findVerdict,
	holdingVerdicts,
	insertVerdict,
	listVerdicts,
	type ReadingVerdictRow,
	toReadingVerdict,
} from "../db/reading-verdict-rows";
import { saidSpan } from "../device/said-span";
import { deviceOrThrow, sentChannelOrThrow } from "../group/scope";

const mostListed = 500;

/** Excludes readings of a channel, or lets its doubtful ones count. Throws CHANNEL_NOT_FOUND, CHANNEL_IS_DERIVED and DEVICE_ARCHIVED. */
export async function judgeReadings({ ctx, input }: Call<JudgeReadings>): Promise<ReadingVerdict> {
	const { channel, device } = judgedOrThrow(ctx, input.channelId);
	if (input.to > ctx.now + limits.ingestFutureMs) throw new InputError({ to: errorKey("time.dayAhead") });
	const present = holdingVerdicts(ctx.db, device.id).filter(({ channelId }) => channelId === channel.id);
	if (present.length >= serverLimits.verdictsPerChannel) {
		throw new InputError({
			from: errorKey("excluded.tooMany", { most: serverLimits.verdictsPerChannel }),
		});
	}
	const { reason } = input;
	const values = { channel: channel.name, span: saidSpan(device, input), reason };
	const key = input.verdict === "excluded" ? "verdict.excluded" : "verdict.counted";
	const made = changeReadings(ctx, { device, span: input, text: said(key, values) }, (seq) => {
		const row: ReadingVerdictRow = {
			...input,
			seq,
			deviceId: device.id,
			author: ctx.user.name,
			createdAt: new Date(ctx.now),
			endedAt: null,
			endedBy: null,
		};
		insertVerdict(ctx.db, row);
		return row;
	});
	await reread(ctx, { channel, span: input, text: said(`${key}By`, { ...values, name: ctx.user.name }) });
	return toReadingVerdict(made);
}

/** Idempotent. Throws CHANNEL_NOT_FOUND, DEVICE_ARCHIVED, and InputError for a verdict that is not the channel's. */
export async function endVerdict({ ctx, input }: Call<EndVerdict>): Promise<ReadingVerdict> {
	const { channel, device } = judgedOrThrow(ctx, input.channelId);
	const row = findVerdict(ctx.db, input);
	if (!row) throw new InputError({ seq: errorKey("excluded.unknown") });
	if (row.endedAt !== null) {
		ctx.audit.exempt();
		return toReadingVerdict(row);
	}
	const values = { channel: channel.name, span: saidSpan(device, row) };
	const key = row.verdict === "excluded" ? "verdict.excludedEnd" : "verdict.countedEnd";
	const ended = changeReadings(ctx, { device, span: row, text: said(key, values) }, () => {
		const end = { endedAt: new Date(ctx.now), endedBy: ctx.user.name };
		endVerdictRow(ctx.db, { seq: row.seq, ...end });
		return { ...row, ...end };
	});
	await reread(ctx, { channel, span: row, text: said(`${key}By`, { ...values, name: ctx.user.name }) });
	return toReadingVerdict(ended);
}

export async function getVerdicts({ ctx, input }: Call<GetVerdicts>): Promise<ReadingVerdict[]> {
	const device = deviceOrThrow(ctx, input.deviceId);
	return listVerdicts(ctx.db, { deviceId: device.id, channelId: input.channelId }, mostListed).map(toReadingVerdict);
}

function judgedOrThrow(ctx: MemberContext, channelId: string): { channel: ChannelRow; device: DeviceRow } {
	const found = sentChannelOrThrow(ctx, channelId);
	if (found.device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: found.device.id });
	return found;
}

type Span = { from: number; to: number };
type Changed = { device: DeviceRow; span: Span; text: Said };

function changeReadings<Row>(
	ctx: MemberContext,
	{ device, span: { from, to }, text }: Changed,
	write: (seq: number) => Row,
): Row {
	const made = ctx.readingStore.decide((seq) =>
		ctx.audit.change({ device: [device.id] }, () => {
			const row = write(seq);
			addReadingChange(ctx.db, { deviceId: device.id, seq, from, to }, ctx.now);
			addCatchUp(ctx.db, { deviceId: device.id, importId: "", from, to: to - 1, dueAt: ctx.now });
			addConfigEvent(ctx, device.id, text);
			return row;
		}),
	);
	for (const topic of ["devices", "log"] as const) ctx.invalidations.changed(topic, [device.id]);
	return made;
}

type Reread = { channel: ChannelRow; span: Span; text: Said };

function reread(ctx: MemberContext, { channel, span: { from, to }, text }: Reread): Promise<void> {
	const cause = { reason: "readingsMarked" as const, from, to, text };
	return ctx.watch.readingsChanged({ deviceId: channel.deviceId, channelId: channel.id }, cause);
}

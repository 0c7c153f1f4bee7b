import { errorKey } from "../../shared/base/error-key";
import { limits, serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import type {
	EndJustifiedSpan,
	GetJustifiedSpans,
	JustifiedSpan,
	JustifySpan,
} from "../../shared/report/justified-span";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import type { ChannelRow } from "../db/channel-rows";
import type { DeviceRow } from "../db/device-rows";
import {
	endJustifiedSpanRow,
	findJustifiedSpan,
	insertJustifiedSpan,
	listJustifiedOf,
	listJustifiedSpans,
	toJustifiedSpan,
} from "../db/justified-span-rows";
import { lookAtRunsAgain } from "../db/report-run-rows";
import { saidSpan } from "../device/said-span";
import { channelOrThrow, deviceOrThrow } from "../group/scope";

const mostListed = 500;

/** Throws CHANNEL_NOT_FOUND and DEVICE_ARCHIVED. Readings, charts and alerts stay as they are. */
export function justifySpan({ ctx, input }: Call<JustifySpan>): JustifiedSpan {
	const { channel, device } = justifiedOrThrow(ctx, input.channelId);
	const { from, to, reason } = input;
	if (to > ctx.now + limits.ingestFutureMs) throw new InputError({ to: errorKey("time.dayAhead") });
	const whole = { channelIds: [channel.id], from: limits.ingestEarliestMs, to: Number.MAX_SAFE_INTEGER };
	const most = serverLimits.verdictsPerChannel;
	if (listJustifiedSpans(ctx.db, whole).length >= most) {
		throw new InputError({ from: errorKey("justified.tooMany", { most }) });
	}
	const row = changed(ctx, { device, span: input }, () => {
		addConfigEvent(
			ctx,
			device.id,
			said("justified.made", { channel: channel.name, span: saidSpan(device, input), reason }),
		);
		return insertJustifiedSpan(ctx.db, {
			deviceId: device.id,
			channelId: channel.id,
			from,
			to,
			reason,
			author: ctx.user.name,
			createdAt: new Date(ctx.now),
			endedAt: null,
			endedBy: null,
		});
	});
	return toJustifiedSpan(row);
}

/** Idempotent. Throws CHANNEL_NOT_FOUND, DEVICE_ARCHIVED, and InputError for a span that is not the channel's. */
export function endJustifiedSpan({ ctx, input }: Call<EndJustifiedSpan>): JustifiedSpan {
	const { channel, device } = justifiedOrThrow(ctx, input.channelId);
	const row = findJustifiedSpan(ctx.db, input);
	if (!row) throw new InputError({ seq: errorKey("justified.unknown") });
	if (row.endedAt !== null) {
		ctx.audit.exempt();
		return toJustifiedSpan(row);
	}
	const ended = { seq: row.seq, endedAt: new Date(ctx.now), endedBy: ctx.user.name };
	changed(ctx, { device, span: row }, () => {
		endJustifiedSpanRow(ctx.db, ended);
		addConfigEvent(ctx, device.id, said("justified.ended", { channel: channel.name, span: saidSpan(device, row) }));
	});
	return toJustifiedSpan({ ...row, ...ended });
}

export function getJustifiedSpans({ ctx, input }: Call<GetJustifiedSpans>): JustifiedSpan[] {
	const device = deviceOrThrow(ctx, input.deviceId);
	return listJustifiedOf(ctx.db, { deviceId: device.id, channelId: input.channelId }, mostListed).map(toJustifiedSpan);
}

function justifiedOrThrow(ctx: MemberContext, channelId: string): { channel: ChannelRow; device: DeviceRow } {
	const found = channelOrThrow(ctx, channelId);
	if (found.device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: found.device.id });
	return found;
}

type Span = { from: number; to: number };

function changed<Row>(ctx: MemberContext, { device, span }: { device: DeviceRow; span: Span }, write: () => Row): Row {
	const row = ctx.db.transaction(() => {
		lookAtRunsAgain(ctx.db, { deviceId: device.id, from: span.from, to: span.to }, ctx.now);
		return ctx.audit.change({ device: [device.id] }, write);
	});
	for (const topic of ["log", "reports"] as const) ctx.invalidations.changed(topic, [device.id]);
	return row;
}

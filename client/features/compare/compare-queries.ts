import { queryOptions } from "@tanstack/react-query";
import { trpc } from "../../api/trpc";
import type { Compared } from "../../entities/compared";

/** Twice as many buckets as the chart has steps, and more: each step has several. */
const pixels = 800;

export function comparedSeries({ from, to, ...subject }: NonNullable<Compared["request"]>) {
	const subjects =
		"channelId" in subject
			? { channelIds: [subject.channelId], isEveryQuantity: true }
			: { deviceIds: [subject.deviceId] };
	return queryOptions(trpc.log.getSeries.queryOptions({ rangeType: "day", offset: 0, from, to, ...subjects, pixels }));
}

import * as z from "zod/mini";
import { ChannelId, DeviceId } from "../../shared/base/ids";
import { SeriesStatistic, type StepSeriesPage } from "../../shared/log/step-series";

const figure = z.optional(z.nullable(z.number()));

/** Figures that were not requested are absent. All are null in the first step of a gap. */
export const StepRow = z.object({
	deviceId: DeviceId,
	deviceName: z.string(),
	channelId: ChannelId,
	channelName: z.string(),
	unit: z.string(),
	/** The step, `until` not in it. */
	at: z.number(),
	until: z.number(),
	lowest: figure,
	highest: figure,
	mean: figure,
	use: figure,
	p5: figure,
	p50: figure,
	p95: figure,
} satisfies Record<SeriesStatistic, typeof figure> & Record<string, z.ZodMiniType>);
export type StepRow = z.infer<typeof StepRow>;

export function stepRows({ edges, channels, lines }: StepSeriesPage): StepRow[] {
	const bySteps = edges.map((): StepRow[] => []);
	for (const [index, { step, values }] of lines.entries()) {
		const channel = channels[index];
		if (!channel) continue;
		const { id, deviceId, name, deviceName, unit } = channel;
		const columns = SeriesStatistic.options.flatMap((statistic) => {
			const column = values[statistic];
			return column ? [{ statistic, column }] : [];
		});
		for (const [row, position] of step.entries()) {
			bySteps[position]?.push({
				deviceId,
				deviceName,
				channelId: id,
				channelName: name,
				unit,
				at: edges[position] ?? 0,
				until: edges[position + 1] ?? 0,
				...Object.fromEntries(columns.map(({ statistic, column }) => [statistic, column[row] ?? null])),
			});
		}
	}
	return bySteps.flat();
}

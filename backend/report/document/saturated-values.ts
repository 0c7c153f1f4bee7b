import { countDigits } from "../../../shared/formats/display-formats";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { ReportDevice, ReportReadings } from "../source/report-source";
import type { ReportSection } from "./report-document";
import { mostNamed } from "./report-texts";
import { type ReportWork, type SaturatedChannel, section } from "./report-work";

export class SaturatedCount {
	private readonly device: ReportDevice;
	private readonly totals: number[];
	private readonly counts: number[];

	constructor(device: ReportDevice) {
		this.device = device;
		this.totals = device.channels.map(() => 0);
		this.counts = device.channels.map(() => 0);
	}

	add({ channel, mark }: Pick<ReportReadings, "channel" | "mark">): void {
		for (let index = 0; index < channel.length; index += 1) {
			const position = channel[index] ?? -1;
			this.totals[position] = (this.totals[position] ?? 0) + 1;
			if (mark?.[index] === "saturated") this.counts[position] = (this.counts[position] ?? 0) + 1;
		}
	}

	found(): SaturatedChannel[] {
		return this.device.channels.flatMap(({ name }, position) => {
			const [count = 0, total = 0] = [this.counts[position], this.totals[position]];
			return count === 0 ? [] : [{ device: this.device.name, channel: name, count, total }];
		});
	}
}

export async function* withSaturated(
	work: ReportWork,
	sections: AsyncIterable<ReportSection>,
): AsyncGenerator<ReportSection, void> {
	yield* sections;
	const { saturated, definition } = work;
	if (saturated.length === 0) return;
	const say = wordsIn(definition.layout.language);
	const lines = saturated.slice(0, mostNamed).map(({ device, channel, count, total }) => {
		return say("note.saturated", { device, channel, count: countDigits(count), total: countDigits(total) });
	});
	const more = saturated.length - mostNamed;
	if (more > 0) lines.push(say("note.moreSaturated", { count: more }));
	for (const line of lines) work.note(line);
	const title = say("fact.note");
	yield section(work.isPaged ? title : "", [{ kind: "text", title: work.isPaged ? "" : title, lines }]);
}

import { type Holding, holdingOf } from "../../../shared/log/holding";
import { said } from "../../../shared/log/said";
import type { Series } from "../../base/reading-store";
import { ReportDenial } from "../document/report-denial";
import type { ReportDevice, ReportReadings } from "../source/report-source";

/** 16 bytes each; a Worker has 128 MB. */
const mostHeld = 2_000_000;

export type HeldSeries = Series & { holding: Holding };

export const noSeries: HeldSeries = { at: new Float64Array(), value: new Float64Array(), holding: holdingOf([]) };

class Column {
	private values = new Float64Array(64);
	private size = 0;

	push(value: number): void {
		if (this.size === this.values.length) {
			const wider = new Float64Array(2 * this.size);
			wider.set(this.values);
			this.values = wider;
		}
		this.values[this.size] = value;
		this.size += 1;
	}

	all(): Float64Array {
		return this.values.subarray(0, this.size);
	}
}

export class DeviceSeries {
	private readonly device: ReportDevice;
	private readonly columns: { at: Column; value: Column }[];
	private readings = 0;
	private holdings: Holding[] = [];

	constructor(device: ReportDevice) {
		this.device = device;
		this.columns = device.channels.map(() => ({ at: new Column(), value: new Column() }));
	}

	/** Throws ReportDenial if there are too many readings to hold. */
	add(page: ReportReadings): void {
		this.readings += page.at.length;
		if (this.readings > mostHeld)
			throw new ReportDenial(said("run.tooManyReadings", { name: this.device.name, most: mostHeld }));
		const { at, channel, value, holdings } = page;
		if (holdings) this.holdings = holdings;
		// Indexes: an iterator's pairs cost more than the work.
		for (let index = 0; index < at.length; index += 1) {
			const column = this.columns[channel[index] ?? -1];
			column?.at.push(at[index] ?? 0);
			column?.value.push(value[index] ?? 0);
		}
	}

	series(): HeldSeries[] {
		return this.columns.map(({ at, value }, index) => {
			const times = at.all();
			return { at: times, value: value.all(), holding: this.holdings[index] ?? holdingOf(times) };
		});
	}
}

type Paged = { pages(device: ReportDevice): AsyncIterable<ReportReadings> };

/** Reads a device once for figures, chart and excursions. Throws ReportDenial. */
export async function deviceSeries(work: Paged, device: ReportDevice): Promise<HeldSeries[]> {
	const held = new DeviceSeries(device);
	for await (const page of work.pages(device)) held.add(page);
	return held.series();
}

import { dayMs } from "../../../shared/base/durations";
import type { SeedReport } from "../../../shared/local-seed";
import { standardActivationEnergy, standardLayout } from "../../../shared/report/report";
import type { StoryTimes } from "./silences";

type DemoReport = Omit<SeedReport, "createdAt">;

const always = { delayMinutes: 0, startsAt: null, endsAt: null };

const usual = {
	isEnabled: true,
	channels: null,
	limits: [],
	activationEnergy: standardActivationEnergy,
	aggregation: { minutes: null, function: "mean", byChannel: [] },
	layout: standardLayout,
	onlyIf: "always",
	message: "",
} as const satisfies Partial<DemoReport>;

const temperature = { quantity: "temperature", unit: "°C", name: null } as const;
const humidity = { quantity: "humidity", unit: "%", name: null } as const;
const semicolons = { separator: "semicolon", decimalSign: "comma" } as const;

const demoReportList: readonly DemoReport[] = [
	{
		...usual,
		name: "Weekly cold chain record",
		description: "Lowest, highest and mean of every cold room, with the time out of range.",
		type: "summary",
		format: "pdf",
		scope: { groupNames: ["Cold rooms"] },
		zone: "Europe/Lisbon",
		channels: [temperature, humidity],
		limits: [{ channel: temperature, min: null, max: 8 }],
		range: { kind: "previous", unit: "week" },
		schedule: { ...always, recurrence: { kind: "weekly", days: [1], time: "07:00" } },
		contactNames: ["Ana Prado", "Tomás Ferreira"],
		pastRuns: 3,
	},
	{
		...usual,
		name: "Daily temperatures",
		description: "The cold rooms' day before, a value every quarter of an hour, for the spreadsheet of the plant.",
		type: "readings",
		format: "csv",
		scope: { groupNames: ["Cold rooms"] },
		zone: "Europe/Lisbon",
		range: { kind: "previous", unit: "day" },
		aggregation: { minutes: 15, function: "mean", byChannel: [] },
		layout: { ...standardLayout, csv: semicolons, dateOrder: "day", fileName: "{name} {from}" },
		schedule: { ...always, recurrence: { kind: "daily", time: "05:30" }, delayMinutes: 30 },
		contactNames: ["Tomás Ferreira"],
		pastRuns: 2,
	},
	{
		...usual,
		name: "Monthly audit",
		description: "The audited rooms, with every excursion and who acknowledged it.",
		type: "excursions",
		format: "pdf",
		scope: { groupNames: ["Audited"] },
		zone: "Europe/Lisbon",
		channels: [temperature],
		limits: [{ channel: temperature, min: null, max: 8 }],
		range: { kind: "previous", unit: "month" },
		schedule: {
			...always,
			recurrence: { kind: "monthly", on: { by: "day", day: 1 }, time: "04:00" },
			delayMinutes: 120,
		},
		contactNames: ["Beatriz Nunes", "Sanne de Wit"],
		pastRuns: 1,
	},
	{
		...usual,
		name: "Shift handover",
		description: "Paused: the weekly record covers it.",
		isEnabled: false,
		type: "summary",
		format: "xlsx",
		scope: { groupNames: ["Pharmacy"] },
		zone: "Europe/London",
		range: { kind: "rolling", count: 8, unit: "hour" },
		schedule: { ...always, recurrence: { kind: "hourly", everyHours: 8 } },
		contactNames: ["Ellen Whitaker"],
		pastRuns: 0,
	},
	{
		...usual,
		name: "Calibration list",
		description: "Run by hand before a service round.",
		type: "inventory",
		format: "xlsx",
		scope: "all",
		zone: "Europe/Lisbon",
		schedule: null,
		range: { kind: "toDate", unit: "day" },
		contactNames: [],
		pastRuns: 0,
	},
];

export function demoReports({ storyStart }: StoryTimes): SeedReport[] {
	const createdAt = new Date(storyStart - 45 * dayMs);
	return demoReportList.map((report) => ({ ...report, createdAt }));
}

import { dayMs } from "../../../shared/base/durations";
import type { SeedAlert, SeedRecords } from "../../../shared/local-seed";
import { demoDevices } from "../demo-devices";
import { demoContacts } from "./demo-contacts";
import { demoEvents } from "./demo-events";
import { demoReports } from "./demo-reports";
import { type DemoRule, demoRules } from "./demo-rules";
import { type StoryTimes, silencesOf } from "./silences";

export function demoRecords(storyStart: number, now: number): SeedRecords {
	const times = { storyStart, now };
	return {
		contacts: demoContacts(storyStart),
		rosters: [
			{
				name: "Porto on call",
				zone: "Europe/Lisbon",
				contactNames: ["Ana Prado", "Tomás Ferreira"],
				fallbackNames: ["Night desk Porto"],
				startDay: "2026-01-05",
				createdAt: new Date(storyStart - 40 * dayMs),
			},
		],
		alerts: demoRules.map((rule) => toAlert(rule, times)),
		reports: demoReports(times),
		events: demoEvents(times),
		silences: demoDevices.flatMap((device) =>
			silencesOf(device, times).map(({ offlineAt, onlineAt }) => ({
				serialNumber: device.serialNumber,
				offlineAt,
				onlineAt,
			})),
		),
	};
}

function toAlert({ isEnabled = true, ...rule }: DemoRule, { storyStart }: StoryTimes): SeedAlert {
	return { ...rule, isEnabled, createdAt: new Date(storyStart - 48 * dayMs) };
}

import type { SeedAlert, SeedRecords } from "../../../shared/local-seed";
import { demoDevices } from "../demo-devices";
import { demoContacts } from "./demo-contacts";
import { demoEvents } from "./demo-events";
import { demoReports } from "./demo-reports";
import { type DemoRule, demoRules, devicesOf } from "./demo-rules";
import { episodesOf, type StoryTimes, silencesOf } from "./episodes";

const dayMs = 24 * 60 * 60 * 1000;

export function demoRecords(storyStart: number, now: number): SeedRecords {
	const times = { storyStart, now };
	return {
		contacts: demoContacts(storyStart),
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

function toAlert({ watches, ...rule }: DemoRule, times: StoryTimes): SeedAlert {
	const fired = firedTimes({ watches, ...rule }, times);
	return {
		...rule,
		isEnabled: watches !== null,
		lastFiredAt: fired.length === 0 ? null : new Date(Math.max(...fired)),
		createdAt: new Date(times.storyStart - 48 * dayMs),
	};
}

function firedTimes(rule: DemoRule, times: StoryTimes): number[] {
	const { watches } = rule;
	if (watches === null) return [];
	return devicesOf(rule).flatMap((device) =>
		watches === "silence"
			? silencesOf(device, times).map(({ offlineAt }) => offlineAt)
			: episodesOf(device, watches.limit, times).map(({ firedAt }) => firedAt),
	);
}

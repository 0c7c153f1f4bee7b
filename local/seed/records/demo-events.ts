import { hourMs, minuteMs } from "../../../shared/base/durations";
import type { SeedLogEvent } from "../../../shared/local-seed";
import { said } from "../../../shared/log/said";
import { storedOf } from "../../../shared/log/said-text";
import type { DemoDevice } from "../demo-device";
import { demoDevices } from "../demo-devices";
import { type Silence, type StoryTimes, silencesOf } from "./silences";

const notes = [
	{
		hoursAgo: 5.5,
		serialNumber: "AQ-10422",
		text: "Door was left open after the delivery. Closed it, goods are fine.",
		author: "Ana Prado",
	},
	{
		hoursAgo: 44,
		serialNumber: "AQ-30104",
		text: "Battery is nearly flat. New cells are ordered.",
		author: "Ellen Whitaker",
	},
	{
		hoursAgo: 211,
		serialNumber: "AQ-10391",
		text: "Fuse of the compressor replaced. Goods checked and released.",
		author: "Tomás Ferreira",
	},
	{
		hoursAgo: 280,
		serialNumber: "AQ-10720",
		text: "Clock is seven minutes behind. To be set at the next visit.",
		author: "Sanne de Wit",
	},
	{
		hoursAgo: 412,
		serialNumber: "AQ-50022",
		text: "Silent on the mountain road every week. Known.",
		author: "Jack Moreno",
	},
	{
		hoursAgo: 601,
		serialNumber: null,
		text: "Inspection by Audit & Norm passed without findings.",
		author: "Maria Oliveira",
	},
];

const changes = [
	{ hoursAgo: 47, serialNumber: "AQ-10730", text: "Device added; waiting for its first upload" },
	{ hoursAgo: 330, serialNumber: "AQ-10421", text: "Upload interval changed from 10 minutes to 1 minute" },
	{ hoursAgo: 331, serialNumber: "AQ-10422", text: "Upload interval changed from 10 minutes to 1 minute" },
];

/** Silences are derived from uploads, and alerts by the rules, so neither is listed here. */
export function demoEvents(times: StoryTimes): SeedLogEvent[] {
	const past = { level: "info", isMoving: false, author: null } as const;
	return [
		...notes.map(({ hoursAgo, ...note }) => ({
			...past,
			...note,
			kind: "note" as const,
			at: hoursBefore(times, hoursAgo),
		})),
		...changes.map(({ hoursAgo, ...change }) => ({
			...past,
			...change,
			author: "Tomás Ferreira",
			kind: "config" as const,
			at: hoursBefore(times, hoursAgo),
		})),
		...demoDevices.flatMap((device) => silencesOf(device, times).flatMap((silence) => silenceEvents(device, silence))),
	];
}

function hoursBefore({ storyStart }: StoryTimes, hours: number): number {
	return storyStart - hours * hourMs;
}

function silenceEvents({ serialNumber }: DemoDevice, { offlineAt, afterMinutes, onlineAt }: Silence): SeedLogEvent[] {
	const event = { serialNumber, kind: "event" as const, author: null };
	const isMoving = onlineAt === null;
	const silent = storedOf(said("device.offline", { span: { span: afterMinutes * minuteMs } }));
	const offline: SeedLogEvent = { ...event, ...silent, level: "warning", at: offlineAt, isMoving };
	if (onlineAt === null) return [offline];
	const silentMs = onlineAt - offlineAt + afterMinutes * minuteMs;
	const back = storedOf(said("device.onlineAgain", { span: { span: silentMs } }));
	return [offline, { ...event, ...back, level: "info", at: onlineAt, isMoving: false }];
}

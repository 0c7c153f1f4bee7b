import type { BillingSummary, StorageDetails } from "../../shared/account/billing";
import type { Alert, AlertListRow } from "../../shared/alert/alert";
import { plainNotification } from "../../shared/alert/alert-rule";
import type { Contact } from "../../shared/message/contact";
import { type Report, ReportListRow } from "../../shared/report/report";
import { reportDefinition } from "../report-definition";
import { devicesAt } from "./fleet";
import { exampleId } from "./ids";
import { members } from "./members";

const createdAt = new Date("2026-03-10T09:00:00Z");
const dayMs = 24 * 60 * 60_000;

export const contacts: Contact[] = [
	{
		id: exampleId("contact", 1),
		fullName: "Rita Sousa",
		company: "Example Cold Stores",
		title: "Warehouse manager",
		email: "rita@example.test",
		emailStatus: "verified",
		phone: "+351210000001",
		phoneStatus: "unverified",
		otherChannels: [],
		quietHours: [],
		pausedUntil: null,
		contactGroupIds: [],
		linkedUserId: null,
		useCounts: { alerts: 0, reports: 0, storage: 0 },
		lastResult: null,
		timeZone: "Europe/Lisbon",
		lastNotifiedAt: new Date("2026-11-02T04:10:00Z"),
		createdAt,
	},
];

export const alerts: Alert[] = [
	{
		id: exampleId("alert", 1),
		name: "Too warm",
		isEnabled: true,
		severity: "critical",
		condition: "Air is above 8 °C for 15 minutes.",
		rule: {
			condition: {
				kind: "threshold",
				channels: { quantity: "temperature", unit: "°C", name: "Air" },
				comparison: ">",
				limit: { from: "value", value: 8 },
			},
			forSeconds: 900,
			clear: { by: "opposite", hysteresis: null, clearForSeconds: 0 },
			schedule: null,
		},
		version: 1,
		openEvents: 0,
		lastFiredAt: new Date("2026-11-02T04:10:00Z"),
		description: "Calls the warehouse.",
		scope: "all",
		contactIds: [exampleId("contact", 1)],
		contactGroupIds: [],
		notification: plainNotification,
		reach: "reached",
		recipients: ["Rita Sousa"],
		deviceCount: 1,
		isEditable: true,
		createdAt,
	},
];

export function toAlertRow(alert: Alert): AlertListRow {
	const { id, name, isEnabled, severity, condition, openEvents, lastFiredAt, ...rest } = alert;
	const { reach, recipients, deviceCount, isEditable } = rest;
	const facts = { reach, recipients, deviceCount, isEditable };
	return { id, name, isEnabled, severity, condition, openEvents, lastFiredAt, ...facts };
}

/** `now` is epoch ms: the report runs each midnight, UTC. */
export function reportsAt(now: number): Report[] {
	const today = Math.floor(now / dayMs) * dayMs;
	const contactIds = [exampleId("contact", 1)];
	const { delivery, ...usual } = reportDefinition({ name: "Temperatures of yesterday" });
	const { name, description, isEnabled, type, format, zone } = usual;
	return [
		{
			id: exampleId("report", 1),
			name,
			description,
			isEnabled,
			type,
			format,
			zone,
			schedule: "Every day at 00:00 (UTC)",
			nextRunAt: new Date(today + dayMs),
			lastRunAt: new Date(today),
			contactIds,
			createdAt,
			scopeText: "All devices",
			recipients: ["Rita Sousa"],
			lastRun: null,
			isReadable: true,
			version: 1,
			savedBy: null,
			definition: { ...usual, delivery: { ...delivery, contactIds } },
		},
	];
}

export function toReportRow(report: Report): ReportListRow {
	return ReportListRow.parse(report);
}

const bytesPerReading = 16;
const readingsPerDay = 144;

export function storageAt(now: number): StorageDetails {
	const devices = devicesAt(now).map(({ id, name, createdAt: oldestReadingAt, lastReadingAt }) => {
		const readings = Math.floor(((now - oldestReadingAt.getTime()) / dayMs) * readingsPerDay);
		const newestReadingAt = lastReadingAt === null ? null : new Date(lastReadingAt);
		return { deviceId: id, name, readings, usedBytes: readings * bytesPerReading, oldestReadingAt, newestReadingAt };
	});
	const readings = devices.reduce((sum, device) => sum + device.readings, 0);
	const usedBytes = readings * bytesPerReading;
	const quotaBytes = 1_000_000_000;
	const growthBytesPerDay = devices.length * readingsPerDay * bytesPerReading;
	return {
		usedBytes,
		quotaBytes,
		readings,
		oldestReadingAt: devices[0]?.oldestReadingAt ?? null,
		growthBytesPerDay,
		fullAt: new Date(now + ((quotaBytes - usedBytes) / growthBytesPerDay) * dayMs),
		devices,
	};
}

export function billingAt(now: number): BillingSummary {
	const { usedBytes, quotaBytes, devices } = storageAt(now);
	return {
		planName: "Example",
		status: "active",
		trialEndsAt: null,
		usage: [
			{ meter: "devices", used: devices.length, included: 50 },
			{ meter: "users", used: members.size, included: null },
			{ meter: "storageBytes", used: usedBytes, included: quotaBytes },
		],
	};
}

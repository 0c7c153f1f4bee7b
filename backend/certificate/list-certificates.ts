import { dayMs } from "../../shared/base/durations";
import {
	type AffectedByCertificate,
	type Certificate,
	type CertificateTarget,
	certificateLimits,
	type DueCertificates,
	type GetCertificates,
} from "../../shared/device/certificate";
import type { Call } from "../base/context";
import { listEventsTouching } from "../db/alert-event-rows";
import { listCertificates, listNewestCertificates } from "../db/certificate-rows";
import { listChannels } from "../db/channel-rows";
import { isGone } from "../db/deletion-rows";
import { findDevices } from "../db/device-rows";
import { findReport } from "../db/report-rows";
import { listRunsOfDevice } from "../db/report-run-rows";
import { deviceOrThrow, devicesInScope } from "../group/scope";
import { onlyVisibleRuns } from "../report/run/visible-runs";
import { certificateOrThrow, toCertificate } from "./certificate-projection";

/** Newest first. Throws DEVICE_NOT_FOUND. */
export function getCertificates({ ctx, input }: Call<GetCertificates>): Certificate[] {
	const device = deviceOrThrow(ctx, input.deviceId);
	return listCertificates(ctx.db, [device.id]).map((row) => toCertificate(ctx.db, row));
}

/** The newest certificate of each channel that the caller sees, the first due first. */
export function getDueCertificates({ ctx }: Call): DueCertificates {
	const visible = devicesInScope(ctx);
	const isVisible = visible === "all" ? null : new Set(visible);
	const newest = listNewestCertificates(ctx.db).filter(({ deviceId }) => isVisible?.has(deviceId) ?? true);
	const ids = [...new Set(newest.map(({ deviceId }) => deviceId))];
	const isInUse = (device: (typeof found)[number]) => device.archivedAt === null && !isGone(device, ctx.now);
	const found = findDevices(ctx.db, ids);
	const devices = new Map(found.filter(isInUse).map((device) => [device.id, device]));
	const names = new Map(listChannels(ctx.db, [...devices.keys()]).map(({ id, name }) => [id, name]));
	const certificates = newest.flatMap((row) => {
		const device = devices.get(row.deviceId);
		const channelName = names.get(row.channelId);
		if (!device || channelName === undefined) return [];
		const { id: certificateId, recordedBy: _, remindedDays: __, serialNumber, ...facts } = row;
		const isOfFormerLogger = serialNumber !== null && serialNumber !== device.serialNumber;
		return [{ ...facts, certificateId, deviceName: device.name, serialNumber, channelName, isOfFormerLogger }];
	});
	const most = certificateLimits.listed;
	return { certificates: certificates.slice(0, most), isMore: certificates.length > most };
}

/**
 * Returns runs and events with readings of the channel since its last certificate within tolerance. Changes nothing.
 * Throws CERTIFICATE_NOT_FOUND.
 */
export function getAffected({ ctx, input }: Call<CertificateTarget>): AffectedByCertificate {
	const { deviceId, channelId, calibratedOn, id } = certificateOrThrow(ctx, input.certificateId);
	const good = listCertificates(ctx.db, [deviceId]).find(
		(row) =>
			row.channelId === channelId && row.asFound === "within" && row.id !== id && row.calibratedOn < calibratedOn,
	);
	const from = good ? Date.parse(good.calibratedOn) : 0;
	const to = Date.parse(calibratedOn) + dayMs;
	const most = certificateLimits.affected;
	const runs = onlyVisibleRuns(ctx, listRunsOfDevice(ctx.db, { deviceId, from, to }));
	const touching = { deviceIds: [deviceId], from, to, after: null, limit: 10 * most };
	const events = listEventsTouching(ctx.db, touching).filter(
		(event) => event.channelId === null || event.channelId === channelId,
	);
	return {
		since: good?.calibratedOn ?? null,
		runs: runs.slice(0, most).map((run) => {
			const { id: runId, reportId } = run;
			const reportName = findReport(ctx.db, reportId)?.definition.name ?? "";
			return { id: runId, reportId, reportName, from: run.from, to: run.to };
		}),
		events: events
			.slice(0, most)
			.map(({ id: eventId, ruleName, startedAt, endedAt }) => ({ id: eventId, ruleName, startedAt, endedAt })),
		isMore: runs.length > most || events.length > most,
	};
}

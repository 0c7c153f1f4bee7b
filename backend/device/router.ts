import { dayMs } from "../../shared/base/durations";
import { RemoveCalibration, SetCalibration } from "../../shared/device/calibration";
import { proposedCounter } from "../../shared/device/derived/counter-proposal";
import { deviceDayStart } from "../../shared/device/derived/counter-rises";
import {
	AddDerivedChannel,
	AddDerivedChannels,
	ChangeDerivedChannel,
	type CounterProposal,
	GetCounterProposal,
	GetDerivedPairing,
	GetDerivedUses,
	PreviewDerivedChannel,
	RemoveDerivedChannel,
} from "../../shared/device/derived/inputs";
import { type Device, type DeviceFacts, GetDevice, GetDevices, RotateDeviceKey } from "../../shared/device/device";
import { GetDeviceChanges } from "../../shared/device/device-changes";
import {
	ChangeDevices,
	type ChangedDevices,
	CreateDevice,
	CreateDevices,
	DevicesTarget,
	GetFleetTrend,
	MuteDevices,
	ReplaceLogger,
	UpdateDevice,
} from "../../shared/device/device-inputs";
import { InheritableSetting } from "../../shared/device/device-terms";
import { SetUnitMeaning } from "../../shared/ingest/sent-unit";
import type { Call, MemberContext } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { isGone } from "../db/deletion-rows";
import { listDevicesOnList } from "../db/device-list-rows";
import { muteColumns } from "../db/mute-rows";
import { channelOrThrow, deviceOrThrow, devicesInScope } from "../group/scope";
import { archiveDevices, deleteDevices, getDeletionPreview, restoreDevices } from "./archive-devices";
import { removeCalibration, setCalibration } from "./calibration";
import { changeInBulk, getBulkProgress } from "./change/bulk-change";
import { createDevice, createDevices } from "./create-devices";
import { addDerivedChannels } from "./derived/add-derived-channels";
import { addDerivedChannel, changeDerivedChannel, removeDerivedChannel } from "./derived/derived-channels";
import { getDerivedUses } from "./derived/derived-uses";
import { getDerivedPairing, previewDerivedChannel } from "./derived/preview-derived";
import { replaceLogger, rotateDeviceKey } from "./device-keys";
import { wholeDevice } from "./device-projection";
import { getFleetTrend } from "./fleet-trend";
import { limitsAhead } from "./limits-ahead";
import { getDeviceChanges } from "./list/get-device-changes";
import { getDevices } from "./list/list-devices";
import { seemsToSendChanges } from "./sends-changes";
import { setUnitMeaning } from "./set-unit-meaning";
import { whySilent } from "./status/why-silent";
import { updateDevice } from "./update-device";

export const deviceRouter = router({
	getDevices: procedureFor("viewFleet").input(GetDevices).query(getDevices),
	getDeviceChanges: procedureFor("viewFleet").input(GetDeviceChanges).query(getDeviceChanges),
	getDevice: procedureFor("viewFleet").input(GetDevice).query(getDevice),
	getDeviceFacts: procedureFor("viewFleet").query(({ ctx }) => getDeviceFacts({ ctx, input: undefined })),
	createDevice: procedureFor("editDevices").input(CreateDevice).mutation(createDevice),
	createDevices: procedureFor("editDevices").input(CreateDevices).mutation(createDevices),
	updateDevice: procedureFor("editDevices").input(UpdateDevice).mutation(updateDevice),
	changeDevices: procedureFor("editDevices").input(ChangeDevices).mutation(changeDevices),
	getBulkProgress: procedureFor("viewFleet").query(({ ctx }) => getBulkProgress({ ctx, input: undefined })),
	muteDevices: procedureFor("muteDevices").input(MuteDevices).mutation(muteDevices),
	archiveDevices: procedureFor("editDevices").input(DevicesTarget).mutation(archiveDevices),
	restoreDevices: procedureFor("editDevices").input(DevicesTarget).mutation(restoreDevices),
	getDeletionPreview: procedureFor("editDevices").input(DevicesTarget).query(getDeletionPreview),
	deleteDevices: procedureFor("editDevices").input(DevicesTarget).mutation(deleteDevices),
	replaceLogger: procedureFor("editDevices").input(ReplaceLogger).mutation(replaceLogger),
	setUnitMeaning: procedureFor("editDevices").input(SetUnitMeaning).mutation(setUnitMeaning),
	setCalibration: procedureFor("editDevices").input(SetCalibration).mutation(setCalibration),
	removeCalibration: procedureFor("editDevices").input(RemoveCalibration).mutation(removeCalibration),
	addDerivedChannel: procedureFor("editDevices").input(AddDerivedChannel).mutation(addDerivedChannel),
	addDerivedChannels: procedureFor("editDevices").input(AddDerivedChannels).mutation(addDerivedChannels),
	changeDerivedChannel: procedureFor("editDevices").input(ChangeDerivedChannel).mutation(changeDerivedChannel),
	removeDerivedChannel: procedureFor("editDevices").input(RemoveDerivedChannel).mutation(removeDerivedChannel),
	previewDerivedChannel: procedureFor("editDevices").input(PreviewDerivedChannel).query(previewDerivedChannel),
	getDerivedPairing: procedureFor("editDevices").input(GetDerivedPairing).query(getDerivedPairing),
	getCounterProposal: procedureFor("editDevices").input(GetCounterProposal).query(getCounterProposal),
	getDerivedUses: procedureFor("viewFleet").input(GetDerivedUses).query(getDerivedUses),
	getFleetTrend: procedureFor("viewFleet").input(GetFleetTrend).query(getFleetTrend),
	rotateDeviceKey: procedureFor("editKeys").input(RotateDeviceKey).mutation(rotateDeviceKey),
});

async function getDevice({ ctx, input }: Call<GetDevice>): Promise<Device> {
	const row = deviceOrThrow(ctx, input.deviceId);
	const device = await withLimitsAhead(ctx, await wholeDevice(ctx, row));
	return {
		...device,
		...((await seemsToSendChanges(ctx, device)) && { seemsToSendChanges: true }),
		...(device.status === "offline" && { whySilent: await whySilent(ctx, row, device) }),
	};
}

async function withLimitsAhead(ctx: MemberContext, device: Device): Promise<Device> {
	if (device.status !== "online" && device.status !== "late") return device;
	const ofRules = new Map(device.limits?.map((limits) => [limits.channelId, limits]));
	const limited = device.channels.map(({ id, quantity, min, max, value }) => {
		return { deviceId: device.id, quantity, limits: ofRules.get(id) ?? { channelId: id, low: min, high: max }, value };
	});
	const found = await limitsAhead(ctx, limited);
	return {
		...device,
		channels: device.channels.map((channel, index) => {
			const ahead = found[index];
			return ahead ? { ...channel, ahead } : channel;
		}),
	};
}

async function getDeviceFacts({ ctx }: Call): Promise<DeviceFacts[]> {
	const usage = new Map(
		(await ctx.readingStore.usage(ctx.now)).map(({ deviceId, usedBytes }) => [deviceId, usedBytes]),
	);
	const scope = devicesInScope(ctx);
	const devices = [...listDevicesOnList(ctx.db, "current", scope), ...listDevicesOnList(ctx.db, "archived", scope)];
	const present = devices.filter((device) => !isGone(device, ctx.now));
	return present.map((device) => ({
		id: device.id,
		loggingIntervalSeconds: device.loggingIntervalSeconds,
		uploadIntervalSeconds: device.uploadIntervalSeconds,
		retentionDays: device.retentionDays,
		usedBytes: usage.get(device.id) ?? 0,
		createdAt: device.createdAt.getTime(),
		ownSettings: InheritableSetting.options.filter((setting) => !device.inherits.includes(setting)),
		altitude: device.altitude,
	}));
}

async function changeDevices({ ctx, input }: Call<ChangeDevices>): Promise<ChangedDevices> {
	const { deviceIds, ...change } = input;
	const result = await changeInBulk(ctx, { what: { kind: "change", ...change }, items: deviceIds });
	await ctx.watch.intervalsChanged(deviceIds);
	return result;
}

async function muteDevices({ ctx, input }: Call<MuteDevices>): Promise<ChangedDevices> {
	const what = { kind: "mute", ...muteColumns(input, ctx.now) } as const;
	return changeInBulk(ctx, { what, items: input.deviceIds });
}

const lookedBackMs = 31 * dayMs;
const mostReadings = 10_000;

/** Throws CHANNEL_NOT_FOUND, also out of scope. */
async function getCounterProposal({ ctx, input }: Call<GetCounterProposal>): Promise<CounterProposal> {
	const { device, channel } = channelOrThrow(ctx, input.channelId);
	const page = await ctx.readingStore.readSpan({
		channels: [{ deviceId: device.id, channelId: channel.id }],
		from: ctx.now - lookedBackMs,
		to: ctx.now,
		limit: mostReadings,
		order: "newest-first",
	});
	const sent = page.sent ?? page.value;
	const readings = page.readingAt.map((at, index) => ({ at, value: sent[index] ?? 0 })).reverse();
	return proposedCounter(readings, deviceDayStart(device));
}

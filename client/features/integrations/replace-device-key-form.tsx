import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Device, DeviceKeyFacts, RotatedDeviceKey } from "../../../shared/device/device";
import { deviceList } from "../../api/device-list";
import { trpc, trpcClient } from "../../api/trpc";
import { NotSent } from "../../forms/action-dialog";
import { ReplaceKey } from "../../forms/replace-key";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import layout from "../../ui/layout/layouts.module.css";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/keys";

type ReplaceDeviceKeyFormProps = {
	onReplaced: (deviceName: string, replaced: RotatedDeviceKey) => void;
	onCancel: () => void;
};

export function ReplaceDeviceKeyForm({ onReplaced, onCancel }: ReplaceDeviceKeyFormProps) {
	const queryClient = useQueryClient();
	const [deviceId, setDeviceId] = useState<string | null>(null);
	const [complaint, setComplaint] = useState<string | null>(null);
	const devices = useQuery(deviceList());
	const choices = useSteadyOptions((devices.data ?? []).map(({ id, name }) => ({ value: id, label: name })));
	const device = useQuery({
		...trpc.device.getDevice.queryOptions({ deviceId: deviceId ?? "" }),
		enabled: deviceId !== null,
	});
	const replace = async (graceSeconds: number) => {
		if (deviceId === null) {
			setComplaint(t("device.missing"));
			throw new NotSent();
		}
		return trpcClient.device.rotateDeviceKey.mutate({ deviceId, graceSeconds });
	};
	return (
		<ReplaceKey
			hasFormer={device.data?.key.previous != null}
			lookupError={devices.error ?? device.error}
			isFirst={false}
			replace={replace}
			onReplaced={(replaced) => {
				onReplaced(devices.data?.find(({ id }) => id === deviceId)?.name ?? t("deviceKey.ofUnnamed"), replaced);
				void queryClient.invalidateQueries(trpc.device.getDevice.pathFilter());
			}}
			onRejected={(fields) => {
				if (fields.deviceId) setComplaint(fields.deviceId);
				return fields.deviceId !== undefined;
			}}
			onCancel={onCancel}
		>
			<Select
				label={t("device")}
				placeholder={t(devices.isPending ? "device.loading" : "device.choose")}
				{...choices}
				value={deviceId}
				onChange={(value) => {
					setDeviceId(value);
					setComplaint(null);
				}}
				searchable
				withAsterisk
				autoFocus
				error={complaint}
			/>
			{device.data && <KeyFacts facts={device.data.key} clock={device.data} />}
		</ReplaceKey>
	);
}

function KeyFacts({ facts, clock }: { facts: DeviceKeyFacts; clock: Device }) {
	const { createdAt, lastUsedAt, previous } = facts;
	const time = (at: Date) => <TimeStamp at={at.getTime()} clock={clock} />;
	const age = (at: Date) => <TimeStamp at={at.getTime()} clock={clock} show="age" />;
	const made = time(createdAt);
	return (
		<p className={layout.wrappedNote}>
			{lastUsedAt ? rich("deviceKey.used", { made, used: age(lastUsedAt) }) : rich("deviceKey.unused", { made })}
			{previous && (
				<>
					{" "}
					{previous.lastUsedAt
						? rich("deviceKey.before.used", { until: time(previous.until), used: age(previous.lastUsedAt) })
						: rich("deviceKey.before.unused", { until: time(previous.until) })}
				</>
			)}
		</p>
	);
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Device, DeviceKeyFacts, RotatedDeviceKey } from "../../../shared/device";
import { readFailure } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { ReplaceKey } from "../../forms/replace-key";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./integrations.module.css";

type ReplaceDeviceKeyFormProps = {
	onReplaced: (deviceName: string, replaced: RotatedDeviceKey) => void;
	onCancel: () => void;
};

export function ReplaceDeviceKeyForm({ onReplaced, onCancel }: ReplaceDeviceKeyFormProps) {
	const queryClient = useQueryClient();
	const [deviceId, setDeviceId] = useState<string | null>(null);
	const [isMissing, setIsMissing] = useState(false);
	const devices = useQuery(trpc.device.getDevices.queryOptions());
	const choices = useSteadyOptions((devices.data ?? []).map(({ id, name }) => ({ value: id, label: name })));
	const device = useQuery({
		...trpc.device.getDevice.queryOptions({ deviceId: deviceId ?? "" }),
		enabled: deviceId !== null,
	});
	const replacing = useMutation(
		trpc.device.rotateDeviceKey.mutationOptions({
			// The answer holds the key: nothing keeps it once this form is gone.
			gcTime: 0,
			onSuccess: async (replaced, { deviceId: id }) => {
				onReplaced(devices.data?.find((each) => each.id === id)?.name ?? "The device", replaced);
				await queryClient.invalidateQueries(trpc.device.getDevice.queryFilter({ deviceId: id }));
			},
		}),
	);
	const replace = (graceSeconds: number) => {
		setIsMissing(deviceId === null);
		if (deviceId !== null) replacing.mutate({ deviceId, graceSeconds });
	};
	return (
		<ReplaceKey
			replacing={replacing}
			hasFormer={device.data?.key.previous != null}
			lookupError={devices.error ?? device.error}
			shownFields={["deviceId"]}
			onReplace={replace}
			onCancel={onCancel}
		>
			<Select
				label="Device"
				placeholder={devices.isPending ? "Loading..." : "Choose a device"}
				{...choices}
				value={deviceId}
				onChange={(value) => {
					setDeviceId(value);
					setIsMissing(false);
				}}
				searchable
				withAsterisk
				autoFocus
				error={isMissing ? "Choose a device." : readFailure(replacing.error).fields.deviceId}
			/>
			{device.data && <KeyFacts facts={device.data.key} clock={device.data} />}
		</ReplaceKey>
	);
}

function KeyFacts({ facts, clock }: { facts: DeviceKeyFacts; clock: Device }) {
	const { createdAt, lastUsedAt, previous } = facts;
	return (
		<p className={classes.help}>
			Key of <TimeStamp at={createdAt.getTime()} clock={clock} />,{" "}
			{lastUsedAt ? (
				<>
					last used <TimeStamp at={lastUsedAt.getTime()} clock={clock} show="age" />
				</>
			) : (
				"never used"
			)}
			.
			{previous && (
				<>
					{" "}
					The one before it works until <TimeStamp at={previous.until.getTime()} clock={clock} />,{" "}
					{previous.lastUsedAt ? (
						<>
							last used <TimeStamp at={previous.lastUsedAt.getTime()} clock={clock} show="age" />
						</>
					) : (
						"not used since"
					)}
					.
				</>
			)}
		</p>
	);
}

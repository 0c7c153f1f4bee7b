import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Device, RotatedDeviceKey } from "../../shared/device";
import type { CreatedDevice } from "../../shared/device-inputs";
import type { DeviceClock } from "../../shared/time-zones";
import { trpc } from "../api/trpc";
import { IngestPageLink, ingestExample } from "../entities/ingest";
import { ReplaceKey } from "../forms/replace-key";
import { NewKey, NewKeyDialog } from "../ui/form/new-key";
import { Snippet } from "../ui/form/snippet";
import { TimeStamp } from "../ui/time/time-stamp";
import { refreshDevices } from "./device-changes";

type RotateKeyDialogProps = { device: Device; isOpen: boolean; onClose: () => void };

export function RotateKeyDialog({ device, isOpen, onClose }: RotateKeyDialogProps) {
	return (
		<NewKeyDialog<RotatedDeviceKey>
			isOpen={isOpen}
			onClose={onClose}
			titles={{ form: `Replace the key of ${device.name}`, key: "New key" }}
			form={(onMade) => <RotateForm device={device} onCancel={onClose} onRotated={onMade} />}
			newKey={(rotated, onDone) => (
				<RotatedKey deviceName={device.name} clock={device} rotated={rotated} onDone={onDone} />
			)}
		/>
	);
}

type RotateFormProps = { device: Device; onCancel: () => void; onRotated: (rotated: RotatedDeviceKey) => void };

function RotateForm({ device, onCancel, onRotated }: RotateFormProps) {
	const rotating = useMutation(
		trpc.device.rotateDeviceKey.mutationOptions({
			// The answer holds the key: nothing keeps it once this dialog is gone.
			gcTime: 0,
			onSuccess: async (rotated) => {
				onRotated(rotated);
				await refreshDevices();
			},
		}),
	);
	return (
		<ReplaceKey
			replacing={rotating}
			hasFormer={device.key.previous !== null}
			onReplace={(graceSeconds) => rotating.mutate({ deviceId: device.id, graceSeconds })}
			onCancel={onCancel}
		/>
	);
}

type RotatedKeyProps = {
	deviceName: string;
	clock: DeviceClock | null;
	rotated: RotatedDeviceKey;
	onDone: () => void;
};

export function RotatedKey({ deviceName, clock, rotated, onDone }: RotatedKeyProps) {
	const { previous } = rotated.facts;
	return (
		<NewKey
			lead={
				<>
					<b>{deviceName}</b> has a new key.{" "}
					{previous ? (
						<>
							The former one works until <TimeStamp at={previous.until.getTime()} clock={clock} />.
						</>
					) : (
						"The former one works no longer."
					)}
				</>
			}
			help={<IngestPageLink />}
			onDone={onDone}
		>
			<Snippet title="Device key" text={rotated.key} />
		</NewKey>
	);
}

type FirstKeyProps = {
	created: CreatedDevice;
	done: string;
	help?: ReactNode;
	onDone: () => void;
};

export function FirstKey({ created: { device, key }, done, help, onDone }: FirstKeyProps) {
	const channel = device.channels[0]?.name ?? "Temperature";
	const example = ingestExample({ origin: window.location.origin, key, channel, at: new Date() });
	return (
		<NewKey
			lead={
				<>
					<b>{device.name}</b> {done} It needs this key to send readings.
				</>
			}
			help={
				<>
					{help} <IngestPageLink />
				</>
			}
			onDone={onDone}
		>
			<Snippet title="Device key" text={key} />
			<Snippet title="Try it: post one reading" text={example} />
		</NewKey>
	);
}

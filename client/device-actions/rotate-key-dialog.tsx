import { useMutation } from "@tanstack/react-query";
import type { Device, RotatedDeviceKey } from "../../shared/device";
import { trpc } from "../api/trpc";
import { ReplaceKey } from "../forms/replace-key";
import { NewKeyDialog } from "../ui/form/new-key";
import { refreshDevices } from "./device-changes";
import { RotatedKey } from "./device-key";

type RotateKeyDialogProps = { device: Device; isOpen: boolean; onClose: () => void };

/** Another key for a device. */
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

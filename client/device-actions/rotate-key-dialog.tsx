import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Device, RotatedDeviceKey } from "../../shared/device";
import { readFailure, sentenceFor } from "../api/api-error";
import { trpc } from "../api/trpc";
import { FormFailure } from "../ui/form-failure";
import { usualGrace } from "../ui/grace-choices";
import { GraceSelect } from "../ui/grace-select";
import { NewKeyDialog } from "../ui/new-key";
import classes from "../ui/new-key.module.css";
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
	const [grace, setGrace] = useState(usualGrace);
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
	const fields = rotating.isError ? readFailure(rotating.error).fields : {};
	return (
		<form
			noValidate
			className={classes.view}
			onSubmit={(event) => {
				event.preventDefault();
				if (!rotating.isPending) rotating.mutate({ deviceId: device.id, graceSeconds: Number(grace) });
			}}
		>
			<GraceSelect
				value={grace}
				onChange={setGrace}
				hasFormer={device.key.previous !== null}
				error={fields.graceSeconds}
				autoFocus
			/>
			<FormFailure
				failure={rotating.isError && fields.graceSeconds === undefined ? sentenceFor(rotating.error) : null}
			/>
			<div className={classes.buttons}>
				<Button variant="default" onClick={onCancel}>
					Cancel
				</Button>
				<Button type="submit" loading={rotating.isPending}>
					Replace key
				</Button>
			</div>
		</form>
	);
}

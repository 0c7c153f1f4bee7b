import { type FormEvent, type ReactNode, useState } from "react";
import { readFailure, sentenceFor } from "../api/api-error";
import { FormButtons, FormFailure } from "../ui/form/buttons";
import { countOf } from "../ui/format";
import classes from "./actions.module.css";
import {
	type ActedDevice,
	type ChangeMessages,
	type DeviceChange,
	refreshDevices,
	reportChange,
} from "./device-changes";

export type ActionProps = {
	devices: ActedDevice[];
	onClose: () => void;
	/** After success: the dialog closes and the selection is cleared. */
	onDone: () => void;
};

type ActionFormProps = ActionProps &
	DeviceChange & {
		/** The verb of the button, as `Mute`; without it the button says `Apply`. */
		verb?: string;
		/** Why the form cannot be sent yet; null: it can. */
		complaint: string | null;
		/** Shows the complaint at its field; without it, it stands above the buttons. */
		onComplaint?: () => void;
		/** Shows the backend's errors at their fields; true: all of them are shown there. */
		onRefused?: (fields: Record<string, string>) => boolean;
		children: ReactNode;
	};

/** The form of every change of devices: the devices it changes, the fields, and their number on the button. */
export function ActionForm(props: ActionFormProps) {
	const { devices, verb, messages, complaint, onComplaint, onRefused, run, onClose, onDone, children } = props;
	const [isBusy, setIsBusy] = useState(false);
	const [failure, setFailure] = useState<string | null>(null);
	const apply = async () => {
		setIsBusy(true);
		setFailure(null);
		try {
			reportChange(await run(), devices, messages);
			void refreshDevices();
			onDone();
		} catch (error) {
			const { fields } = readFailure(error);
			const isAtField = Object.keys(fields).length > 0 && onRefused?.(fields) === true;
			setFailure(isAtField ? null : failureMessage(error));
			setIsBusy(false);
		}
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (isBusy) return;
		if (complaint === null) {
			void apply();
			return;
		}
		setFailure(onComplaint ? null : complaint);
		onComplaint?.();
	};
	return (
		<form noValidate className={classes.form} onSubmit={submit}>
			{devices.length > 1 && <TouchedDevices devices={devices} />}
			{children}
			<FormFailure failure={failure} />
			<FormButtons
				label={verb ? buttonLabel(verb, devices) : `Apply to ${countOf(devices.length, "device")}`}
				isBusy={isBusy}
				onCancel={onClose}
				isHeld={isBusy}
			/>
		</form>
	);
}

/** `Tags of Cold room 1 changed`, `Tags of 12 devices changed`. */
export function changedMessages(what: string): ChangeMessages {
	const message = (whom: string) => `${what} of ${whom} changed`;
	return { one: message, many: message };
}

/** `Mute device`, `Mute 12 devices`; the title names the device. */
export function buttonLabel(verb: string, devices: ActedDevice[]): string {
	return devices.length === 1 ? `${verb} device` : `${verb} ${countOf(devices.length, "device")}`;
}

/** The message about a field says more than the general sentence for bad input. */
function failureMessage(error: unknown): string {
	const complaints = Object.values(readFailure(error).fields);
	return complaints.length > 0 ? complaints.join(" ") : sentenceFor(error);
}

const namedDevices = 3;
const allOf = new Intl.ListFormat("en");

/** The first of them by name, and how many more there are. */
export function TouchedDevices({ devices }: { devices: ActedDevice[] }) {
	const named = devices.slice(0, namedDevices).map(({ name }) => name);
	const more = devices.length - named.length;
	return (
		<p className={classes.touched}>
			{allOf.format(more > 0 ? [...named, `${more.toLocaleString("en-US")} more`] : named)}
		</p>
	);
}

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
	onDone: () => void;
};

type ActionFormProps = ActionProps &
	DeviceChange & {
		verb?: string;
		complaint: string | null;
		/** It has no field: the button takes the focus. */
		isQuestion?: true;
		onComplaint?: () => void;
		/** Returns true where all errors are shown at their fields. */
		onRefused?: (fields: Record<string, string>) => boolean;
		children: ReactNode;
	};

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
				isFirst={props.isQuestion}
			/>
		</form>
	);
}

export function changedMessages(what: string): ChangeMessages {
	const message = (whom: string) => `${what} of ${whom} changed`;
	return { one: message, many: message };
}

export function buttonLabel(verb: string, devices: ActedDevice[]): string {
	return devices.length === 1 ? `${verb} device` : `${verb} ${countOf(devices.length, "device")}`;
}

function failureMessage(error: unknown): string {
	const complaints = Object.values(readFailure(error).fields);
	return complaints.length > 0 ? complaints.join(" ") : sentenceFor(error);
}

const namedDevices = 3;
const allOf = new Intl.ListFormat("en");

export function TouchedDevices({ devices }: { devices: ActedDevice[] }) {
	const named = devices.slice(0, namedDevices).map(({ name }) => name);
	const more = devices.length - named.length;
	return (
		<p className={classes.touched}>
			{allOf.format(more > 0 ? [...named, `${more.toLocaleString("en-US")} more`] : named)}
		</p>
	);
}

import { type ReactNode, useState } from "react";
import { ActionDialogForm, NotSent } from "../forms/action-dialog";
import { NamedThings } from "../forms/typed-confirmation";
import { countOf } from "../ui/format";
import classes from "./actions.module.css";
import {
	type ActedDevice,
	type ChangeMessages,
	type DeviceChange,
	type NamedDevice,
	refreshDevices,
	reportChange,
} from "./device-changes";
import { changeToItsEnd } from "./long-changes";
import { howFarText, useBulkProgress } from "./running-changes";

const longAfterMs = 1_000;

export type ActionProps = {
	devices: ActedDevice[];
	onClose: () => void;
};

export type NamedActionProps = Pick<ActionProps, "onClose"> & { devices: NamedDevice[] };

type ActionFormProps = NamedActionProps &
	DeviceChange & {
		verb?: string;
		complaint: string | null;
		isQuestion?: true;
		onComplaint?: () => void;
		/** Returns true if all errors are shown at their fields. */
		onRejected?: (fields: Record<string, string>) => boolean;
		children: ReactNode;
	};

export function ActionForm(props: ActionFormProps) {
	const { devices, verb, messages, complaint, onComplaint, onRejected, run, isQuestion, onClose, children } = props;
	const [isLong, setIsLong] = useState(false);
	const action = async () => {
		if (complaint !== null) {
			onComplaint?.();
			throw new NotSent(onComplaint ? null : complaint);
		}
		const longer = setTimeout(() => setIsLong(true), longAfterMs);
		try {
			reportChange(await changeToItsEnd(devices.length, run), devices, messages);
		} finally {
			clearTimeout(longer);
			setIsLong(false);
		}
		void refreshDevices();
	};
	return (
		<ActionDialogForm
			label={verb ? buttonLabel(verb, devices) : `Apply to ${countOf(devices.length, "device")}`}
			run={action}
			onClose={onClose}
			onRejected={({ fields }) => onRejected?.(fields) === true}
			isQuestion={isQuestion === true}
		>
			<NamedThings names={devices.map(({ name }) => name)} />
			{children}
			<div role="status" className={classes.help}>
				{isLong && devices.length > 1 && <HowFar count={devices.length} />}
			</div>
		</ActionDialogForm>
	);
}

/** Progress as the account object reports it; before that, only the total. */
function HowFar({ count }: { count: number }) {
	const running = useBulkProgress({ isExpected: true });
	const own = running.filter(({ total }) => total === count).at(-1);
	return own ? howFarText(own) : `Working through ${countOf(count, "device")}…`;
}

export function changedMessages(what: string): ChangeMessages {
	const message = (whom: string) => `${what} of ${whom} changed`;
	return { one: message, many: message };
}

export function buttonLabel(verb: string, devices: NamedDevice[]): string {
	return devices.length === 1 ? `${verb} device` : `${verb} ${countOf(devices.length, "device")}`;
}

import { type ReactNode, useState } from "react";
import { ActionDialogForm, NotSent } from "../forms/action-dialog";
import { NamedThings } from "../forms/typed-confirmation";
import { t } from "../words/made/device";
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
		verb?: DeviceVerb;
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
			label={verb ? buttonLabel(verb, devices) : t("run.apply", { count: devices.length })}
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
	return own ? howFarText(own) : t("run.working", { count });
}

type ChangedSetting = "groups" | "tags" | "intervals" | "clock" | "retention";

export function changedMessages(setting: ChangedSetting): ChangeMessages {
	return {
		one: (device) => t(`changed.${setting}`, { device }),
		many: (count) => t(`changed.${setting}.many`, { count }),
	};
}

type DeviceVerb = "mute" | "archive" | "delete";

export function buttonLabel(verb: DeviceVerb, devices: NamedDevice[]): string {
	return t(`run.${verb}`, { count: devices.length });
}

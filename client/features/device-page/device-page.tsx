import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Device } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { useAccount } from "../../api/account";
import { type ActedDevice, type DeviceAction, archiveDevices, restoreDevices, unmuteDevices } from "../../device-actions/device-changes";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { GuardedButton } from "../../ui/form/guarded-button";
import { TimeStamp } from "../../ui/time/time-stamp";
import { DeviceHead, type PageAction } from "./device-head";
import classes from "./device-page.module.css";
import type { DeviceTab } from "./device-page-search";
import { deviceRights, shelfRefusal } from "./device-rights";
import { DeviceTabs } from "./device-tabs";

const DeviceActionDialog = lazy(async () => ({
	default: (await import("../../device-actions/device-action-dialog")).DeviceActionDialog,
}));
const ReplaceLoggerDialog = lazy(async () => ({
	default: (await import("../../device-actions/replace-logger-dialog")).ReplaceLoggerDialog,
}));

type DevicePageProps = {
	device: Device;
	groups: GroupListRow[];
	/** The part that is asked for, before it is there. */
	tab: DeviceTab;
	/** Opens the log's own form for a note about this device. */
	onNote: () => void;
	/** What the tab holds, with the way to the page's own actions. */
	children: (act: (action: PageAction) => void) => ReactNode;
};

/** The page of one device: its state and what can be done with it, above the part that is looked at. */
export function DevicePage({ device, groups, tab, onNote, children }: DevicePageProps) {
	const { me } = useAccount();
	const [asked, setAsked] = useState<DeviceAction | null>(null);
	const [isReplacing, setIsReplacing] = useState(false);
	const [isBusy, setIsBusy] = useState(false);
	const isDialogWanted = useIsWanted(asked !== null);
	const isReplaceWanted = useIsWanted(isReplacing);
	const change = (run: (devices: ActedDevice[]) => Promise<void>) => {
		if (isBusy) return;
		setIsBusy(true);
		void run([device]).finally(() => setIsBusy(false));
	};
	const act = (action: PageAction) => {
		if (action === "note") onNote();
		else if (action === "replace") setIsReplacing(true);
		else if (action === "archive") change(archiveDevices);
		else if (action === "restore") change(restoreDevices);
		else if (action === "unmute") change(unmuteDevices);
		else setAsked({ kind: action, devices: [device], onDone: () => {} });
	};
	const refusal = shelfRefusal(me);
	return (
		<>
			<DeviceHead device={device} rights={deviceRights(me, device)} shelfRefusal={refusal} onAction={act} />
			<DeviceTabs deviceId={device.id} current={tab} />
			<ShelfNotice device={device} refusal={refusal} isBusy={isBusy} onRestore={() => act("restore")} />
			{children(act)}
			<Suspense>
				{isDialogWanted && (
					<DeviceActionDialog action={asked} groups={groups} knownTags={device.tags} onClose={() => setAsked(null)} />
				)}
				{isReplaceWanted && (
					<ReplaceLoggerDialog device={device} isOpen={isReplacing} onClose={() => setIsReplacing(false)} />
				)}
			</Suspense>
		</>
	);
}

type ShelfNoticeProps = { device: Device; refusal: string | null; isBusy: boolean; onRestore: () => void };

function ShelfNotice({ device, refusal, isBusy, onRestore }: ShelfNoticeProps) {
	const { archivedAt, deletedFrom } = device;
	if (archivedAt === null) return null;
	return (
		<div className={classes.notice}>
			<span>
				{deletedFrom === null ? (
					<>
						Archived since <TimeStamp at={archivedAt.getTime()} clock={device} isFocusable />. Its readings are kept;
						new ones are refused.
					</>
				) : (
					<>
						Deleted. It goes for good on <TimeStamp at={deletedFrom.getTime()} clock={device} isFocusable />, with
						everything it has sent. Until then it can be restored.
					</>
				)}
			</span>
			<GuardedButton refusal={refusal} className={classes.control} isLoading={isBusy} onClick={onRestore}>
				Restore
			</GuardedButton>
		</div>
	);
}

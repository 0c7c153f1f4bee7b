import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Device } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import { useAccount } from "../../api/account";
import {
	type ActedDevice,
	type DeviceAction,
	restoreDevices,
	unmuteDevices,
} from "../../device-actions/device-changes";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { GuardedButton } from "../../ui/form/guarded-button";
import tabStyles from "../../ui/layout/tabs.module.css";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/device";
import { DeviceHead, type PageAction } from "./device-head";
import classes from "./device-page.module.css";
import { type DeviceTab, deviceTabs } from "./device-page-search";
import { archiveDenial, deviceRights } from "./device-rights";

const DeviceActionDialog = lazy(async () => ({
	default: (await import("../../device-actions/device-action-dialog")).DeviceActionDialog,
}));
const ShareDialog = lazy(async () => ({
	default: (await import("../../device-actions/share/share-dialog")).ShareDialog,
}));
const ReplaceLoggerDialog = lazy(async () => ({
	default: (await import("../../device-actions/replace-logger-dialog")).ReplaceLoggerDialog,
}));

type DevicePageProps = {
	device: Device;
	groups: GroupListRow[];
	tab: DeviceTab;
	onNote: () => void;
	onImport: () => void;
	children: (run: (action: PageAction) => void) => ReactNode;
};

export function DevicePage({ device, groups, tab, onNote, onImport, children }: DevicePageProps) {
	const { me } = useAccount();
	const [dialogAction, setDialogAction] = useState<DeviceAction | null>(null);
	const [isReplacing, setIsReplacing] = useState(false);
	const [isBusy, setIsBusy] = useState(false);
	const isDialogWanted = useIsWanted(dialogAction !== null);
	const [isSharing, setIsSharing] = useState(false);
	const isShareWanted = useIsWanted(isSharing);
	const isReplaceWanted = useIsWanted(isReplacing);
	const change = (run: (devices: ActedDevice[]) => Promise<void>) => {
		if (isBusy) return;
		setIsBusy(true);
		void run([device]).finally(() => setIsBusy(false));
	};
	const perform = (action: PageAction) => {
		if (action === "note") onNote();
		else if (action === "import") onImport();
		else if (action === "replace") setIsReplacing(true);
		else if (action === "share") setIsSharing(true);
		else if (action === "restore") change(restoreDevices);
		else if (action === "unmute") change(unmuteDevices);
		else setDialogAction({ kind: action, devices: [device] });
	};
	const denial = archiveDenial(me);
	return (
		<>
			<DeviceHead device={device} rights={deviceRights(me, device)} archiveDenial={denial} onAction={perform} />
			<DeviceTabs deviceId={device.id} current={tab} />
			<ArchivedNotice device={device} denial={denial} isBusy={isBusy} onRestore={() => perform("restore")} />
			{children(perform)}
			<Suspense>
				{isDialogWanted && (
					<DeviceActionDialog
						action={dialogAction}
						groups={groups}
						knownTags={device.tags}
						onClose={() => setDialogAction(null)}
					/>
				)}
				{isShareWanted && (
					<ShareDialog
						target={{ kind: "device", deviceId: device.id }}
						isOpen={isSharing}
						onClose={() => setIsSharing(false)}
					/>
				)}
				{isReplaceWanted && (
					<ReplaceLoggerDialog device={device} isOpen={isReplacing} onClose={() => setIsReplacing(false)} />
				)}
			</Suspense>
		</>
	);
}

type ArchivedNoticeProps = { device: Device; denial: string | null; isBusy: boolean; onRestore: () => void };

function ArchivedNotice({ device, denial, isBusy, onRestore }: ArchivedNoticeProps) {
	const { archivedAt, deletedFrom } = device;
	if (archivedAt === null) return null;
	return (
		<div className={classes.notice}>
			<span>
				{deletedFrom === null
					? rich("page.archived", { time: <TimeStamp at={archivedAt.getTime()} clock={device} isFocusable /> })
					: rich("page.deleted", { time: <TimeStamp at={deletedFrom.getTime()} clock={device} isFocusable /> })}
			</span>
			<GuardedButton denial={denial} className={classes.control} isLoading={isBusy} onClick={onRestore}>
				{t("action.restore")}
			</GuardedButton>
		</div>
	);
}

/** Links, not buttons: each tab has an address and preloads on intent. */
function DeviceTabs({ deviceId, current }: { deviceId: string; current: DeviceTab }) {
	return (
		<nav aria-label={t("page.parts")} className={tabStyles.tabs}>
			{deviceTabs.map((tab) => (
				<Link
					key={tab}
					to="/devices/$deviceId"
					params={{ deviceId }}
					search={{ tab: tab === "overview" ? undefined : tab }}
					// Without it, the address without a tab would match every tab.
					activeOptions={{ exact: true, explicitUndefined: true }}
					resetScroll={false}
					aria-current={tab === current ? "page" : undefined}
				>
					{t(`tab.${tab}`)}
				</Link>
			))}
		</nav>
	);
}

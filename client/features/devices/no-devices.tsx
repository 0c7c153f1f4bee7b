import { IconAntennaBars5, IconArchive, IconFileImport, IconPlus, IconQrcode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { deviceListOf } from "../../api/device-list";
import { Callout, EmptyNote } from "../../ui/feedback/notes";
import { PlainButton, SmallButton, SubtleButton } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { t } from "../../words/made/devices";
import { type DeviceListState, filterDevices } from "./device-list-state";
import classes from "./devices.module.css";
import type { DevicesSearch } from "./devices-search";

type NoDevicesProps = {
	isArchived: boolean;
	denial: string | undefined;
	onSearch: (change: DevicesSearch) => void;
};

export function NoDevices({ isArchived, denial, onSearch }: NoDevicesProps) {
	if (isArchived) {
		return (
			<EmptyNote icon={<IconArchive size={26} />} title={t("noArchived")} text={t("noArchived.text")}>
				<PlainButton onClick={() => onSearch({ archived: undefined })}>{t("current.show")}</PlainButton>
			</EmptyNote>
		);
	}
	return (
		<EmptyNote icon={<IconAntennaBars5 size={26} />} title={t("noDevices")} text={t("noDevices.text")}>
			<GuardedButton denial={denial ?? null} icon={importCsv.icon} onClick={() => onSearch({ import: "yes" })}>
				{importCsv.label}
			</GuardedButton>
			<AddButton denial={denial} onSearch={onSearch} />
			<SubtleButton onClick={() => onSearch({ archived: "archived" })}>{t("archived.show")}</SubtleButton>
		</EmptyNote>
	);
}

type ArchivedMatchesProps = { state: DeviceListState; now: number; onSearch: (change: DevicesSearch) => void };

export function ArchivedMatches({ state, now, onSearch }: ArchivedMatchesProps) {
	const { data = [] } = useQuery(deviceListOf("archived"));
	const count = filterDevices(data, state, now).length;
	return (
		<div role="status" className={classes.archivedMatches}>
			{count > 0 && (
				<>
					<span>{t("archived.match", { count })}</span>
					<SmallButton onClick={() => onSearch({ archived: "archived" })}>{t("archived.showMatching")}</SmallButton>
				</>
			)}
		</div>
	);
}

export function AddLinkDenied({ denial, onClose }: { denial: string; onClose: () => void }) {
	return (
		<Callout tone="warn" role="status" className={classes.refusedLink}>
			<span>{t("addLink.denied", { reason: denial })}</span>
			<SmallButton onClick={onClose}>{t("close")}</SmallButton>
		</Callout>
	);
}

export const importCsv = {
	id: "import",
	label: t("importCsv"),
	asks: true,
	icon: <IconFileImport size={17} stroke={1.7} />,
};

export const scanLabel = {
	id: "scan",
	label: t("action.scan"),
	asks: true,
	icon: <IconQrcode size={17} stroke={1.7} />,
};

export function AddButton({ denial, onSearch }: Omit<NoDevicesProps, "isArchived">) {
	return (
		<GuardedButton
			denial={denial ?? null}
			look="primary"
			icon={<IconPlus size={17} stroke={2} />}
			onClick={() => onSearch({ add: "yes" })}
		>
			{t("add")}
		</GuardedButton>
	);
}

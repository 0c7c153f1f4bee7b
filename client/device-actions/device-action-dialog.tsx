import { lazy, Suspense, useState } from "react";
import type { GroupListRow } from "../../shared/device/group";
import { PlanMuteDialog } from "../forms/plan-mute-dialog";
import { Dialog } from "../ui/feedback/dialog";
import { t } from "../words/made/device";
import type { ActionProps } from "./action-form";
import { ArchiveForm, DeleteQuestion } from "./archive-and-delete";
import type { ActedDevice, DeviceAction, DeviceActionKind } from "./device-changes";
import { GroupsForm, TagsForm } from "./group-and-tag-forms";
import { MuteForm } from "./mute-form";
import { Rename } from "./rename";
import { ClockForm, IntervalsForm, RetentionForm } from "./setting-forms";

const DerivedForMany = lazy(async () => ({
	default: (await import("./derived/derived-for-many")).DerivedForMany,
}));
const LabelsDialog = lazy(async () => ({ default: (await import("./labels/labels-dialog")).LabelsDialog }));

type DeviceActionDialogProps = {
	action: DeviceAction | null;
	groups: GroupListRow[];
	knownTags: string[];
	onClose: () => void;
};

export function DeviceActionDialog({ action, groups, knownTags, onClose }: DeviceActionDialogProps) {
	const [last, setLast] = useState(action);
	if (action !== null && action !== last) setLast(action);
	const shown = action ?? last;
	if (shown === null) return null;
	const { kind, devices } = shown;
	const props = { devices, onClose };
	if (kind === "delete") return <DeleteQuestion {...props} isOpen={action !== null} />;
	if (kind === "planMute") {
		const deviceIds = devices.map(({ id }) => id);
		const plannedFor = devices.flatMap(({ id, groupIds }) => [id, ...groupIds]);
		return (
			action && (
				<PlanMuteDialog
					of={{ deviceIds }}
					plannedFor={plannedFor}
					onClose={onClose}
					hasOwnClock
					title={titleOf(kind, devices)}
				/>
			)
		);
	}
	if (kind === "labels") {
		return (
			action && (
				<Suspense>
					<LabelsDialog {...props} groups={groups} />
				</Suspense>
			)
		);
	}
	return (
		<Dialog isForm isOpen={action !== null} onClose={onClose} title={titleOf(kind, devices)} size={520}>
			<Fields {...props} kind={kind} groups={groups} knownTags={knownTags} />
		</Dialog>
	);
}

type TitledKind = Exclude<DeviceActionKind, "labels">;

type FieldsProps = ActionProps & { kind: TitledKind; groups: GroupListRow[]; knownTags: string[] };

function Fields({ kind, groups, knownTags, ...props }: FieldsProps) {
	const [first] = props.devices;
	if (kind === "groups") return <GroupsForm {...props} groups={groups} />;
	if (kind === "tags") return <TagsForm {...props} knownTags={knownTags} />;
	if (kind === "intervals") return <IntervalsForm {...props} />;
	if (kind === "clock") return <ClockForm {...props} />;
	if (kind === "retention") return <RetentionForm {...props} />;
	if (kind === "derive") {
		return (
			<Suspense>
				<DerivedForMany {...props} />
			</Suspense>
		);
	}
	if (kind === "mute") return <MuteForm {...props} />;
	if (kind === "archive") return <ArchiveForm {...props} />;
	return first ? <Rename named={first} onClose={props.onClose} /> : null;
}

function titleOf(kind: TitledKind, devices: ActedDevice[]): string {
	const [first] = devices;
	const whom = devices.length === 1 && first ? first.name : t("count.devices", { count: devices.length });
	return t(`title.${kind}`, { devices: whom });
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import type { Device } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { readFailure } from "../../../api/api-error";
import { trpc, trpcClient } from "../../../api/trpc";
import { MovedPreviewNote } from "../../../device-actions/retention-preview";
import { anyAuthor, authorText } from "../../../forms/author-text";
import { FormFoot, useEntityForm } from "../../../forms/entity-form";
import { useStableDenial } from "../../../forms/stable-denial";
import { type Author, ConflictNotice } from "../../../ui/form/conflict-notice";
import layout from "../../../ui/layout/layouts.module.css";
import { t } from "../../../words/made/device";
import type { DeviceRights } from "../device-rights";
import { useRefreshDevice } from "../use-refresh-device";
import { ChannelSettings } from "./channel-settings";
import { ClockFields, IntervalFields } from "./inherited-fields";
import classes from "./settings.module.css";
import {
	conflictFields,
	mergeSettings,
	type SettingsConflict,
	type SettingsMerge,
	withFields,
} from "./settings-conflict";
import { DeviceFields, FactFields, GroupFields, PlaceFields } from "./settings-fields";
import { fieldOf, movedBy, SettingsInput, toUpdateDevice } from "./settings-update";
import { type SettingsField, type SettingsValues, settingsOf } from "./settings-values";

type SettingsFormProps = { device: Device; groups: GroupListRow[]; rights: DeviceRights };

export function SettingsForm({ device, groups, rights }: SettingsFormProps) {
	const settings = useSettingsForm(device, groups);
	const { form, formProps, conflict, base } = settings;
	const denial = useStableDenial(rights.edit);
	return (
		<form {...formProps} aria-label={t("tab.settings")}>
			{/* The browser disables every control of a disabled fieldset. */}
			<fieldset className={`${layout.fieldset} ${layout.stack} ${classes.form}`} disabled={denial !== null}>
				<DeviceFields form={form} />
				<PlaceFields form={form} />
				<FactFields form={form} />
				<GroupFields form={form} device={base} groups={groups} denial={denial ?? rights.membership} />
				<ClockFields form={form} device={base} groups={groups} />
				<IntervalFields form={form} device={base} groups={groups} />
				<ChannelSettings form={form} />
				{conflict && conflict.fields.length > 0 && (
					<ConflictNotice
						who={conflict.who}
						fields={conflictFields(conflict, groups)}
						onKeepMine={({ field }) => settings.keepMine(field)}
						onTakeTheirs={({ field }) => settings.takeTheirs(field)}
					/>
				)}
				{denial === null && settings.moved && <MovedPreviewNote {...settings.moved} />}
				{denial === null && (
					<div className={classes.foot}>
						<FormFoot entityForm={settings} saveLabel={t("save")} />
					</div>
				)}
			</fieldset>
		</form>
	);
}

const attempts = 3;

/** Merges concurrent changes of different fields; the user decides about the others. */
function useSettingsForm(device: Device, groups: GroupListRow[]) {
	const queryClient = useQueryClient();
	const refresh = useRefreshDevice();
	const [base, setBase] = useState(device);
	const [conflict, setConflict] = useState<SettingsConflict | null>(null);
	const typed = useRef(settingsOf(device, groups));
	const received = useRef<{ theirs: Device; merge: SettingsMerge } | null>(null);

	const entityForm = useEntityForm<SettingsValues, SettingsInput, Device>({
		initialValues: typed.current,
		schema: SettingsInput,
		toInput: (values) => {
			typed.current = values;
			return inputOf(values, base);
		},
		save: ({ update }) => saveOrMerge(update),
		fieldOf: (path) => fieldOf(path, typed.current),
		fieldOfReason: { SERIAL_NUMBER_TAKEN: "serialNumber" },
		onSaved: (saved) => {
			fill(saved);
			toast.success(t("saved"));
			void refresh();
		},
		onRejected: ({ reason, changedBy }) => {
			if (reason !== "CHANGED_MEANWHILE" || received.current === null) return false;
			askAbout(received.current, authorText(changedBy));
			return true;
		},
	});
	const { form } = entityForm;

	// Without unsaved changes the form shows what others have saved.
	const isUntouched = !entityForm.isDirty && !entityForm.isSaving;
	useEffect(() => {
		if (isUntouched && device.version > base.version) fill(device);
	});

	return {
		...entityForm,
		base,
		conflict,
		/** Null: no change moves the device between groups, or its own retention changes too and has its own note. */
		moved: entityForm.isDirty ? movedBy(toUpdateDevice(form.values, settingsOf(base, groups), base), base) : null,
		keepMine: (field: SettingsField) =>
			conflict && form.setValues(withFields(form.getValues(), conflict.mine, [field])),
		takeTheirs: (field: SettingsField) =>
			conflict && form.setValues(withFields(form.getValues(), conflict.theirs, [field])),
	};

	function inputOf(values: SettingsValues, on: Device): SettingsInput {
		const update = toUpdateDevice(values, settingsOf(on, groups), on);
		return { factNames: update.metadata ? values.metadata.map(({ name }) => name) : [], update };
	}

	async function saveOrMerge(update: SettingsInput["update"]): Promise<Device> {
		const before = settingsOf(base, groups);
		received.current = null;
		let next = update;
		for (let attempt = 1; ; attempt += 1) {
			try {
				return await trpcClient.device.updateDevice.mutate(next);
			} catch (error) {
				if (readFailure(error).reason !== "CHANGED_MEANWHILE") throw error;
				const theirs = await queryClient.fetchQuery({
					...trpc.device.getDevice.queryOptions({ deviceId: device.id }),
					staleTime: 0,
				});
				const saved = settingsOf(theirs, groups);
				const merge = mergeSettings({ before, mine: typed.current, theirs: saved });
				received.current = { theirs, merge };
				if (merge.conflicts.length > 0 || attempt === attempts) throw error;
				next = toUpdateDevice(merge.values, saved, theirs);
			}
		}
	}

	function askAbout({ theirs, merge }: { theirs: Device; merge: SettingsMerge }, author: Author | null): void {
		const saved = settingsOf(theirs, groups);
		setBase(theirs);
		form.setValues(merge.values);
		form.resetDirty(saved);
		// A group's form moves its devices too.
		const isOfOthersToo = [...merge.conflicts, ...merge.taken].includes("groupIds");
		const who = isOfOthersToo ? anyAuthor : (author ?? anyAuthor);
		setConflict({ who, fields: merge.conflicts, mine: merge.values, theirs: saved });
	}

	function fill(saved: Device): void {
		const values = settingsOf(saved, groups);
		setBase(saved);
		setConflict(null);
		form.setValues(values);
		form.resetDirty(values);
		form.clearErrors();
	}
}

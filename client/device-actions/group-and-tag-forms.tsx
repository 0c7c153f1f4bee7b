import { TagsInput } from "@mantine/core";
import { useState } from "react";
import { DeviceTag } from "../../shared/device/device-terms";
import type { GroupListRow } from "../../shared/device/group";
import { trpcClient } from "../api/trpc";
import { errorsFrom } from "../ui/form/schema-errors";
import { MultiSelect } from "../ui/form/select";
import { t } from "../words/made/device";
import { ActionForm, type ActionProps, changedMessages } from "./action-form";
import classes from "./actions.module.css";
import { MovedPreviewNote } from "./retention-preview";

export function GroupsForm({ groups, ...action }: ActionProps & { groups: GroupListRow[] }) {
	const [added, setAdded] = useState<string[]>([]);
	const [removed, setRemoved] = useState<string[]>([]);
	const deviceIds = action.devices.map(({ id }) => id);
	const choices = groups.filter(({ kind }) => kind === "static").map(({ id, name }) => ({ value: id, label: name }));
	const present = new Set(action.devices.flatMap(({ groupIds }) => groupIds));
	return (
		<ActionForm
			{...action}
			messages={changedMessages("groups")}
			complaint={added.length + removed.length === 0 ? t("groups.missing") : null}
			run={() =>
				trpcClient.device.changeDevices.mutate({
					deviceIds,
					...(added.length > 0 && { addGroupIds: added }),
					...(removed.length > 0 && { removeGroupIds: removed }),
				})
			}
		>
			<MultiSelect
				label={t("groups.add")}
				searchable
				data-autofocus
				data={choices.filter(({ value }) => !removed.includes(value))}
				value={added}
				onChange={setAdded}
				placeholder={added.length === 0 ? t("groups.none") : undefined}
				nothingFoundMessage={t("groups.notFound")}
			/>
			<MultiSelect
				label={t("groups.remove")}
				searchable
				data={choices.filter(({ value }) => present.has(value) && !added.includes(value))}
				value={removed}
				onChange={setRemoved}
				placeholder={removed.length === 0 ? t("groups.none") : undefined}
				nothingFoundMessage={t("groups.inNone")}
			/>
			{added.length + removed.length > 0 && (
				<MovedPreviewNote deviceIds={deviceIds} addGroupIds={added} removeGroupIds={removed} />
			)}
			{choices.length < groups.length && <p className={classes.help}>{t("groups.dynamic")}</p>}
		</ActionForm>
	);
}

export function TagsForm({ knownTags, ...action }: ActionProps & { knownTags: string[] }) {
	const [added, setAdded] = useState<string[]>([]);
	const [removed, setRemoved] = useState<string[]>([]);
	const deviceIds = action.devices.map(({ id }) => id);
	const present = knownTags.filter((tag) => action.devices.some(({ tags }) => tags?.includes(tag)));
	const [error] = added.flatMap((tag) => Object.values(errorsFrom(DeviceTag, tag)));
	return (
		<ActionForm
			{...action}
			messages={changedMessages("tags")}
			complaint={error ?? (added.length + removed.length === 0 ? t("tags.missing") : null)}
			run={() =>
				trpcClient.device.changeDevices.mutate({
					deviceIds,
					...(added.length > 0 && { addTags: added }),
					...(removed.length > 0 && { removeTags: removed }),
				})
			}
		>
			<TagsInput
				label={t("tags.add")}
				description={t("tags.text")}
				data-autofocus
				openOnFocus={false}
				data={knownTags}
				value={added}
				onChange={setAdded}
				error={error}
				acceptValueOnBlur
			/>
			<MultiSelect
				label={t("tags.remove")}
				searchable
				data={present}
				value={removed}
				onChange={setRemoved}
				placeholder={removed.length === 0 ? t("tags.none") : undefined}
				nothingFoundMessage={t("tags.inNone")}
			/>
			{error === undefined && added.length + removed.length > 0 && (
				<MovedPreviewNote deviceIds={deviceIds} addTags={added} removeTags={removed} />
			)}
		</ActionForm>
	);
}

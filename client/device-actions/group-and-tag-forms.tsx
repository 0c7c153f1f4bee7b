import { TagsInput } from "@mantine/core";
import { useState } from "react";
import { DeviceTag } from "../../shared/device/device-terms";
import type { GroupListRow } from "../../shared/device/group";
import { trpcClient } from "../api/trpc";
import { errorsFrom } from "../ui/form/schema-errors";
import { MultiSelect } from "../ui/form/select";
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
			messages={changedMessages("Groups")}
			complaint={added.length + removed.length === 0 ? "Choose a group to add to or to remove from." : null}
			run={() =>
				trpcClient.device.changeDevices.mutate({
					deviceIds,
					...(added.length > 0 && { addGroupIds: added }),
					...(removed.length > 0 && { removeGroupIds: removed }),
				})
			}
		>
			<MultiSelect
				label="Add to"
				data-autofocus
				data={choices.filter(({ value }) => !removed.includes(value))}
				value={added}
				onChange={setAdded}
				placeholder={added.length === 0 ? "No group" : undefined}
				nothingFoundMessage="No group of this name"
				searchable
			/>
			<MultiSelect
				label="Remove from"
				data={choices.filter(({ value }) => present.has(value) && !added.includes(value))}
				value={removed}
				onChange={setRemoved}
				placeholder={removed.length === 0 ? "No group" : undefined}
				nothingFoundMessage="None of these devices is in such a group"
				searchable
			/>
			{added.length + removed.length > 0 && (
				<MovedPreviewNote deviceIds={deviceIds} addGroupIds={added} removeGroupIds={removed} />
			)}
			{choices.length < groups.length && (
				<p className={classes.help}>Dynamic groups add and remove devices automatically.</p>
			)}
		</ActionForm>
	);
}

export function TagsForm({ knownTags, ...action }: ActionProps & { knownTags: string[] }) {
	const [added, setAdded] = useState<string[]>([]);
	const [removed, setRemoved] = useState<string[]>([]);
	const deviceIds = action.devices.map(({ id }) => id);
	const present = [...new Set(action.devices.flatMap(({ tags }) => tags ?? []))].sort();
	const [error] = added.flatMap((tag) => Object.values(errorsFrom(DeviceTag, tag)));
	return (
		<ActionForm
			{...action}
			messages={changedMessages("Tags")}
			complaint={error ?? (added.length + removed.length === 0 ? "Enter a tag to add, or choose one to remove." : null)}
			run={() =>
				trpcClient.device.changeDevices.mutate({
					deviceIds,
					...(added.length > 0 && { addTags: added }),
					...(removed.length > 0 && { removeTags: removed }),
				})
			}
		>
			<TagsInput
				label="Add"
				description="Press Enter after each."
				data-autofocus
				openOnFocus={false}
				data={knownTags}
				value={added}
				onChange={setAdded}
				error={error}
				acceptValueOnBlur
			/>
			<MultiSelect
				label="Remove"
				data={present}
				value={removed}
				onChange={setRemoved}
				placeholder={removed.length === 0 ? "No tag" : undefined}
				nothingFoundMessage="None of these devices has such a tag"
				searchable
			/>
			{error === undefined && added.length + removed.length > 0 && (
				<MovedPreviewNote deviceIds={deviceIds} addTags={added} removeTags={removed} />
			)}
		</ActionForm>
	);
}

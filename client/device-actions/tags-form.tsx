import { MultiSelect, TagsInput } from "@mantine/core";
import { useState } from "react";
import { DeviceTag } from "../../shared/device-terms";
import { trpcClient } from "../api/trpc";
import { ActionForm, type ActionProps, changedWords } from "./action-form";

export function TagsForm({ knownTags, ...action }: ActionProps & { knownTags: string[] }) {
	const [added, setAdded] = useState<string[]>([]);
	const [removed, setRemoved] = useState<string[]>([]);
	const deviceIds = action.devices.map(({ id }) => id);
	const present = [...new Set(action.devices.flatMap(({ tags }) => tags ?? []))].sort();
	const error = added.map((tag) => DeviceTag.safeParse(tag).error?.issues[0]?.message).find(Boolean);
	return (
		<ActionForm
			{...action}
			words={changedWords("Tags")}
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
		</ActionForm>
	);
}

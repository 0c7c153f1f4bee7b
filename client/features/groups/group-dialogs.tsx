import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { GroupListRow } from "../../../shared/group";
import { trpcClient } from "../../api/trpc";
import { MuteDialog, type Muting } from "../../forms/mute";
import { countOf } from "../../ui/format";
import { DeleteDialog } from "./delete-dialog";
import { MergeDialog } from "./merge-dialog";

type GroupQuestion = { kind: "merge" | "delete" | "mute"; groups: GroupListRow[]; onDone: () => void };

export function useGroupQuestion() {
	const [question, setQuestion] = useState<GroupQuestion | null>(null);
	return { question, ask: setQuestion, close: () => setQuestion(null) };
}

export function groupMuting(groups: GroupListRow[]): Muting {
	const [first] = groups;
	const ids = groups.map(({ id }) => id);
	return {
		name: groups.length === 1 && first ? first.name : countOf(groups.length, "group"),
		lead: "No device of it sends alerts while it is muted, whichever rule watches it. Readings and events are recorded as usual. Contacts of alerts that are still open at the end get one message then.",
		mute: (input) => trpcClient.group.muteGroups.mutate({ ids, ...input }),
	};
}

type GroupDialogsProps = {
	question: GroupQuestion | null;
	all: GroupListRow[];
	onAsk: (question: GroupQuestion) => void;
	onClose: () => void;
	leaveTo?: "list";
};

export function GroupDialogs({ question, all, onAsk, onClose, leaveTo }: GroupDialogsProps) {
	const navigate = useNavigate();
	if (question === null) return null;
	const { kind, groups, onDone } = question;
	if (kind === "mute") return <MuteDialog muting={groupMuting(groups)} onClose={onClose} onDone={onDone} />;
	if (kind === "merge") {
		return (
			<MergeDialog
				groups={groups}
				all={all}
				onClose={onClose}
				onMerged={async (intoId) => {
					onDone();
					if (leaveTo) await navigate({ to: "/groups/$groupId", params: { groupId: intoId } });
				}}
			/>
		);
	}
	return (
		<DeleteDialog
			groups={groups}
			onClose={onClose}
			onMerge={(chosen) => onAsk({ kind: "merge", groups: chosen, onDone })}
			onDeleted={async () => {
				onDone();
				if (leaveTo) await navigate({ to: "/groups/" });
			}}
		/>
	);
}

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { GroupListRow } from "../../../shared/group";
import { DeleteDialog } from "./delete-dialog";
import { MergeDialog } from "./merge-dialog";

type GroupQuestion = { kind: "merge" | "delete"; groups: GroupListRow[]; onDone: () => void };

export function useGroupQuestion() {
	const [question, setQuestion] = useState<GroupQuestion | null>(null);
	return { question, ask: setQuestion, close: () => setQuestion(null) };
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
	const done = () => {
		onClose();
		onDone();
	};
	if (kind === "merge") {
		return (
			<MergeDialog
				groups={groups}
				all={all}
				onClose={onClose}
				onMerged={async (intoId) => {
					done();
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
				done();
				if (leaveTo) await navigate({ to: "/groups/" });
			}}
		/>
	);
}

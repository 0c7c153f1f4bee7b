import { Input } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";

type CorrectedCellProps = {
	text: string;
	label: string;
	isWrong: boolean;
	describedBy: string;
	isWanted: boolean;
	onFocused: () => void;
	onAccept: (text: string) => void;
	onEnter: () => void;
	/** Returns false if there is no wrong cell in that direction: Tab then moves as usual. */
	onStep: (way: "after" | "before") => boolean;
};

/** Escape drops unaccepted text; leaving the cell accepts it. */
export function CorrectedCell({ text, isWanted, isWrong, onAccept, onFocused, ...cell }: CorrectedCellProps) {
	const input = useRef<HTMLInputElement>(null);
	const [draft, setDraft] = useState(text);
	const accept = () => {
		if (draft.trim() !== text) onAccept(draft.trim());
		setDraft(draft.trim());
	};
	const focused = useEffectEvent(onFocused);
	useEffect(() => {
		if (!isWanted) return;
		input.current?.focus();
		input.current?.select();
		focused();
	}, [isWanted]);
	// A row that scrolls away unmounts its field without a blur event.
	const acceptLast = useEffectEvent(accept);
	useEffect(() => () => acceptLast(), []);
	return (
		<Input
			ref={input}
			size="xs"
			aria-label={cell.label}
			aria-describedby={cell.describedBy}
			error={isWrong}
			value={draft}
			onChange={({ currentTarget: { value } }) => setDraft(value)}
			onBlur={accept}
			onKeyDown={(event) => {
				if (event.key === "Enter") {
					event.preventDefault();
					accept();
					cell.onEnter();
				} else if (event.key === "Escape" && draft !== text) {
					event.stopPropagation();
					setDraft(text);
				} else if (event.key === "Tab") {
					// Before the focus moves: accepting may enable the button after the table.
					accept();
					if (cell.onStep(event.shiftKey ? "before" : "after")) event.preventDefault();
				}
			}}
		/>
	);
}

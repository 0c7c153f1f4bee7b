import { useState } from "react";

/** Options stay fixed while the list is open: Enter takes the option at the marked position. */
export function useSteadyOptions<Option>(current: Option[]) {
	const [held, setHeld] = useState<Option[] | null>(null);
	if (held?.length === 0 && current.length > 0) setHeld(current);
	return {
		data: held ?? current,
		onDropdownOpen: () => setHeld(current),
		onDropdownClose: () => setHeld(null),
	};
}

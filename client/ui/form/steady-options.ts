import { useState } from "react";

/**
 * Fixed while the list is open, from its first options on: Enter takes the option at the marked position, so none may
 * move, whatever is loaded meanwhile.
 */
export function useSteadyOptions<Option>(current: Option[]) {
	const [held, setHeld] = useState<Option[] | null>(null);
	if (held?.length === 0 && current.length > 0) setHeld(current);
	return {
		data: held ?? current,
		onDropdownOpen: () => setHeld(current),
		onDropdownClose: () => setHeld(null),
	};
}

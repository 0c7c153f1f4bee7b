import { useState } from "react";

/**
 * The options of a list, as they were when it opened. Enter takes whatever stands in the place of the marked option, so
 * none may move while the list is open, whatever is loaded meanwhile.
 */
export function useSteadyOptions<Option>(current: Option[]) {
	const [held, setHeld] = useState<Option[] | null>(null);
	return {
		data: held ?? current,
		onDropdownOpen: () => setHeld(current),
		onDropdownClose: () => setHeld(null),
	};
}

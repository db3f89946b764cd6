"""Which releases of the libraries a project may run, and what they have."""

import typing as t

from tdomcheck.authoring.lazy import names_of

if t.TYPE_CHECKING:
    from tdomcheck.facts.records import RequiredFact as RequiredFact
    from tdomcheck.facts.records import RequirementFact as RequirementFact
    from tdomcheck.facts.targets.release_table import MODULE as MODULE
    from tdomcheck.facts.targets.release_table import gone_since as gone_since
    from tdomcheck.facts.targets.release_table import is_known as is_known
    from tdomcheck.facts.targets.release_table import is_missing as is_missing
    from tdomcheck.facts.targets.release_table import near_name as near_name
    from tdomcheck.facts.targets.release_table import version_text as version_text
    from tdomcheck.facts.targets.releases import ends_before as ends_before
    from tdomcheck.facts.targets.releases import is_before as is_before
    from tdomcheck.facts.targets.releases import locks_over as locks_over
    from tdomcheck.facts.targets.releases import python_bounds as python_bounds
    from tdomcheck.facts.targets.releases import reaches as reaches
    from tdomcheck.facts.targets.releases import surely_reaches as surely_reaches
    from tdomcheck.facts.vocabulary.moved_names import MOVED as MOVED
    from tdomcheck.facts.vocabulary.moved_names import first_gone as first_gone
    from tdomcheck.facts.vocabulary.moved_names import home_of_module as home_of_module
    from tdomcheck.facts.vocabulary.moved_names import home_of_name as home_of_name
    from tdomcheck.model import Targets as Targets
else:
    __getattr__, __dir__ = names_of(__name__)

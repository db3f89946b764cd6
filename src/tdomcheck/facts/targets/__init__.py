"""What a project is written for: releases and requirements."""
